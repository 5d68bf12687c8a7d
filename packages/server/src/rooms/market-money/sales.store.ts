import { planCostOf, type UseRates } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { charge } from '../billing/index.ts';

/**
 * What is paid for plans (decision 129). A payment leaves its buyer and stands in a row until it comes to its seller and the
 * platform: `plan_sale` holds it meanwhile, so that nothing is lost or paid twice whatever is killed. Yuan as text.
 */
interface Purchase {
  readonly merchantId: string;
  readonly productId: string;
  readonly sellerId: string;
  readonly title: string;
  readonly price: string;
  readonly sharePercent: string;
  readonly by: string;
  readonly at: Date;
}

/** So long what was paid once can be given back. */
const HELD = sql`interval '1 day'`;

/** Takes the price from who buys, all of it or nothing: false where the balance does not reach. The balance's row is locked. */
export const pay = async (tx: UnscopedDb, purchase: Purchase): Promise<boolean> => {
  const { merchantId, price, title } = purchase;
  const { rows } = await sql`
    with taken as (
      update balance set amount = amount - ${price}::numeric
      where merchant_id = ${merchantId} and amount - reserved >= ${price}::numeric
      returning amount),
    entry as (
      insert into ledger (merchant_id, kind, amount, amount_after, by_employee, note)
      select ${merchantId}, 'plan', -${price}::numeric, amount, ${purchase.by}, ${title} from taken returning 1)
    insert into plan_sale (merchant_id, product_id, seller_id, title, amount, share, at, due_at)
    select ${merchantId}, ${purchase.productId}, ${purchase.sellerId}, ${title}, ${price}::numeric,
      round(${price}::numeric * ${purchase.sharePercent}::numeric / 100, 4), ${purchase.at}, ${purchase.at}::timestamptz + ${HELD}
    from entry returning 1`.execute(tx);
  return rows.length > 0;
};

/** What a merchant has that nobody holds, in yuan. */
export const availableYuan = async (tx: UnscopedDb, merchantId: string): Promise<string> => {
  const { rows } = await sql<{ available: string }>`
    select trim_scale(amount - reserved)::text as available from balance where merchant_id = ${merchantId}`.execute(tx);
  return rows[0]?.available ?? '0';
};

/** What was paid once and is held yet comes back, all of it; what came back, in yuan: 0 where nothing was held. */
export const giveBackPrice = async (
  tx: UnscopedDb,
  { merchantId, productId, by }: Pick<Purchase, 'merchantId' | 'productId' | 'by'>,
): Promise<string> => {
  const { rows } = await sql<{ amount: string }>`
    with back as (
      update plan_sale set state = 'returned'
      where merchant_id = ${merchantId} and product_id = ${productId} and call_id is null and state = 'held'
      returning amount, title),
    had as (
      update balance set amount = balance.amount + back.amount from back where merchant_id = ${merchantId}
      returning balance.amount as after, back.amount, back.title),
    entry as (
      insert into ledger (merchant_id, kind, amount, amount_after, by_employee, note)
      select ${merchantId}, 'plan', amount, after, ${by}, title from had returning amount)
    select trim_scale(amount)::text as amount from entry`.execute(tx);
  return rows[0]?.amount ?? '0';
};

interface PlanOfCall {
  readonly merchantId: string;
  readonly call: string;
  /** What it was placed with; null: nothing is paid beside its line. */
  readonly rates: UseRates | null;
  readonly planId: string | null;
  /** So long the plan talked. */
  readonly talkMs: number;
}

interface TakenOfCall {
  readonly productId: string;
  readonly sellerId: string;
  readonly title: string;
  readonly sharePercent: string;
}

/** What a plan was taken as: it may be another plan by now, or none. */
const takenOf = async (tx: UnscopedDb, merchantId: string, planId: string): Promise<TakenOfCall | undefined> => {
  const { rows } = await sql<TakenOfCall>`
    select t.product_id, t.seller_id, coalesce(s.title, '') as title, t.share_percent::text as share_percent
    from taken_plan t left join product_shelf s on s.product_id = t.product_id
    where t.merchant_id = ${merchantId} and (t.plan_id = ${planId} or ${planId}::bigint = any(t.earlier))
    order by t.given_back_at nulls first limit 1`.execute(tx);
  return rows[0];
};

/**
 * What a plan that is paid by the minute cost in a call, once a call, as far as the balance reaches. It comes to the seller by
 * the job: the end of a call locks nobody else's balance. Returns what was taken, in ten-thousandths of a yuan.
 */
export const chargePlan = async (tx: UnscopedDb, of: PlanOfCall): Promise<number> => {
  const { merchantId, call, rates, planId, talkMs } = of;
  if (rates?.plan === undefined || planId === null) return 0;
  const seller = await takenOf(tx, merchantId, planId);
  // Nobody whose it could become: nothing is taken.
  if (seller === undefined) return 0;
  const cost = { merchantId, kind: 'plan', amount: planCostOf(rates, talkMs), call, requestId: null } as const;
  const taken = (await charge(tx, cost, false)) ?? 0;
  if (taken === 0) return 0;
  await sql`
    insert into plan_sale (merchant_id, product_id, seller_id, title, call_id, amount, share, due_at)
    values (${merchantId}, ${seller.productId}, ${seller.sellerId}, ${seller.title}, ${call}::bigint, ${taken}::bigint / 10000.0,
      round(${taken}::bigint / 10000.0 * ${seller.sharePercent}::numeric / 100, 4), now())`.execute(tx);
  return taken;
};

/** What the platform keeps of what is sold from now on, in percent. */
export const sharePercent = async (db: UnscopedDb): Promise<string> => {
  const { rows } = await sql<{ percent: string }>`
    select trim_scale(percent)::text as percent from market_share order by id desc limit 1`.execute(db);
  return rows[0]?.percent ?? '0';
};

export const setSharePercent = async (tx: UnscopedDb, percent: number, by: string): Promise<void> => {
  await tx
    .insertInto('marketShare')
    .values({ percent: String(percent), setBy: by })
    .execute();
};
