import { sql } from 'kysely';
import { inTransaction, throughDeadlocks, type UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { lockBalances } from '../billing/index.ts';

/** Sales of one seller that are paid out in one transaction. */
const AT_ONCE = 500;

/** Of the seller whose sale has waited longest; each is taken by one job, whoever asks. */
const takeDue = async (tx: UnscopedDb): Promise<Due | undefined> => {
  const { rows } = await sql<Due>`
    with longest as (select seller_id from plan_sale where state = 'held' and due_at <= now() order by due_at limit 1),
    due as (
      select merchant_id, id from plan_sale
      where state = 'held' and due_at <= now() and seller_id = (select seller_id from longest)
      order by due_at limit ${AT_ONCE} for update skip locked),
    paid as (
      update plan_sale sale set state = 'paid' from due where sale.merchant_id = due.merchant_id and sale.id = due.id
      returning sale.seller_id, sale.product_id, sale.title, sale.amount, sale.share)
    select seller_id, jsonb_agg(jsonb_build_object('product', product_id, 'title', title, 'income', income::text)) filter (where income > 0) as sales,
      sum(share)::text as share
    from (select seller_id, product_id, max(title) as title, sum(amount - share) as income, sum(share) as share
      from paid group by 1, 2) product
    group by seller_id`.execute(tx);
  return rows[0];
};

/** An entry of the ledger for each product. */
interface Sold extends Earned {
  readonly product: number;
}
interface Due {
  readonly sellerId: string;
  readonly sales: readonly Sold[] | null;
  readonly share: string;
}

/** Who takes the share; where there is no platform, the seller does. */
const platformOf = async (tx: UnscopedDb, sellerId: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select id from merchant where kind = 'platform' order by id limit 1`.execute(tx);
  return rows[0]?.id ?? sellerId;
};

/** What each product brought in. */
const noteIncome = async (tx: UnscopedDb, sellerId: string, sales: readonly Sold[]): Promise<void> => {
  await sql`
    update product set income = product.income + sold.income
    from unnest(${sales.map(({ product }) => product)}::bigint[], ${sales.map(({ income }) => income)}::numeric[]) sold(id, income)
    where merchant_id = ${sellerId} and product.id = sold.id`.execute(tx);
};

/** Adds to balances that are locked, an entry each. */
const earn = async (
  tx: UnscopedDb,
  merchantId: string,
  kind: 'planSale' | 'planShare',
  what: Earned,
): Promise<void> => {
  await sql`
    with had as (
      update balance set amount = amount + ${what.income}::numeric where merchant_id = ${merchantId} returning amount)
    insert into ledger (merchant_id, kind, amount, amount_after, note)
    select ${merchantId}, ${kind}, ${what.income}::numeric, amount, ${what.title} from had`.execute(tx);
};
type Earned = { readonly title: string; readonly income: string };

/**
 * Pays sales out that are due, in one transaction: rows of sales first, then the products, then the balances of seller and platform in the order of
 * their ids, as transfers lock them. False: none was due.
 */
const payOut = (db: UnscopedDb): Promise<boolean> =>
  inTransaction(db, async tx => {
    const due = await takeDue(tx);
    if (due === undefined) return false;
    await noteIncome(tx, due.sellerId, due.sales ?? []);
    const platformId = await platformOf(tx, due.sellerId);
    await lockBalances(tx, [due.sellerId, platformId]);
    for (const sale of due.sales ?? []) await earn(tx, due.sellerId, 'planSale', sale);
    if (Number(due.share) > 0) await earn(tx, platformId, 'planShare', { title: '', income: due.share });
    return true;
  });

const MOST_ROUNDS = 1_000;

/** Comes once a minute: each sale is paid out once, whatever is killed. */
export const payOutJob = (db: UnscopedDb): Jobs => ({
  payOutPlans: async (_, signal) => {
    for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round += 1)
      if (!(await throughDeadlocks(() => payOut(db)))) return;
  },
});
