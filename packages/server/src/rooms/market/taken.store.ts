import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** What a merchant took of the market: a row a product. Yuan as text. */
const columns = [
  ...([
    'takenPlan.productId',
    'takenPlan.sellerId',
    'takenPlan.planId',
    'takenPlan.earlier',
    'takenPlan.version',
    'takenPlan.access',
  ] as const),
  ...([
    'takenPlan.priceKind',
    'takenPlan.requestId',
    'takenPlan.takenAt',
    'takenPlan.takenBy',
    'takenPlan.givenBackAt',
  ] as const),
] as const;

/** What was taken open goes on with what is open: a version that is closed since is read by nobody. */
const isOpened = sql`(taken_plan.access = 'closed' or shelf.access is distinct from 'closed')`;

const rows = (db: MerchantDb) =>
  db
    .selectFrom('takenPlan')
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'takenPlan.merchantId').onRef('plan.id', '=', 'takenPlan.planId'),
    )
    .leftJoin('productShelf as shelf', 'shelf.productId', 'takenPlan.productId')
    .leftJoin('merchant as seller', 'seller.id', 'takenPlan.sellerId')
    .select(columns)
    .select([
      'plan.name as planName',
      'plan.removedAt as planRemovedAt',
      sql<string>`trim_scale(taken_plan.price)::text`.as('price'),
      sql<string>`trim_scale(taken_plan.paid)::text`.as('paid'),
      sql<string>`coalesce(shelf.title, plan.name)`.as('title'),
      sql<number>`case when ${isOpened} then coalesce(shelf.version, taken_plan.version) else taken_plan.version end`.as(
        'newest',
      ),
      sql<boolean>`shelf.product_id is null or shelf.down_at is not null`.as('isDown'),
      'seller.number as cid',
      'seller.name as seller',
      'seller.kind as sellerKind',
    ]);
export type TakenRow = Awaited<ReturnType<typeof listTaken>>[number];

const cursor = sql<string>`(extract(epoch from taken_plan.taken_at) * 1000000)::bigint || '_' || taken_plan.product_id`;

/** Newest first, of plans that are there; one row more than asked for tells that there are more. */
export const listTaken = (
  db: MerchantDb,
  { after, offset, limit }: { readonly after: string | null; readonly offset: number; readonly limit: number },
) => {
  const [micros = '', id = ''] = after?.split('_') ?? [];
  const found = rows(db)
    .select(cursor.as('cursor'))
    .where('takenPlan.givenBackAt', 'is', null)
    .where('plan.removedAt', 'is', null)
    .orderBy('takenPlan.takenAt', 'desc')
    .orderBy('takenPlan.productId', 'desc')
    .limit(limit + 1);
  if (after === null) return found.offset(offset).execute();
  const at = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return found.where(sql<boolean>`(taken_plan.taken_at, taken_plan.product_id) < (${at}, ${id}::bigint)`).execute();
};

export const countTakenOf = async (db: MerchantDb): Promise<{ readonly total: number; readonly upgrades: number }> => {
  const all = db
    .selectFrom('takenPlan')
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'takenPlan.merchantId').onRef('plan.id', '=', 'takenPlan.planId'),
    )
    .leftJoin('productShelf as shelf', 'shelf.productId', 'takenPlan.productId')
    .where('takenPlan.givenBackAt', 'is', null)
    .where('plan.removedAt', 'is', null)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where shelf.down_at is null and ${isOpened} and shelf.version > taken_plan.version))::int`.as(
        'upgrades',
      ),
    ]);
  return all.executeTakeFirstOrThrow();
};

export const findTaken = (db: MerchantDb, productId: string) =>
  rows(db).select(cursor.as('cursor')).where('takenPlan.productId', '=', productId).executeTakeFirst();

/** By the plan it became, which is there. */
export const findTakenPlan = (db: MerchantDb, planId: string) =>
  rows(db)
    .select(cursor.as('cursor'))
    .where('takenPlan.planId', '=', planId)
    .where('takenPlan.givenBackAt', 'is', null)
    .where('plan.removedAt', 'is', null)
    .executeTakeFirst();

/** What it is now becomes what it was. */
const withNow = sql<string[]>`taken_plan.earlier || taken_plan.plan_id`;

interface Taken {
  readonly productId: string;
  readonly sellerId: string;
  readonly planId: string;
  readonly version: number;
  readonly access: 'open' | 'closed';
  readonly priceKind: 'free' | 'once' | 'minute';
  readonly price: string;
  readonly sharePercent: string;
  readonly paid: string;
  readonly requestId: string;
  readonly takenAt: Date;
  readonly takenBy: string;
}

/** Taken anew after it was given back, it is as if it had never been. */
export const keepTaken = async (tx: MerchantDb, taken: Taken): Promise<void> => {
  const row = { ...taken, givenBackAt: null };
  await tx
    .insertInto('takenPlan', row)
    .onConflict(conflict => conflict.columns(['merchantId', 'productId']).doUpdateSet({ ...row, earlier: withNow }))
    .execute();
};

/** A fresh copy of what was taken, in place of a plan that was removed: nothing is paid for it again. */
export const keepCopy = async (
  tx: MerchantDb,
  { productId, ...now }: Pick<Taken, 'productId' | 'planId' | 'version' | 'access'>,
): Promise<void> => {
  await tx
    .updateTable('takenPlan')
    .set({ ...now, earlier: withNow })
    .where('takenPlan.productId', '=', productId)
    .execute();
};

export const setTakenVersion = async (tx: MerchantDb, productId: string, version: number): Promise<void> => {
  await tx.updateTable('takenPlan').set({ version }).where('takenPlan.productId', '=', productId).execute();
};

export const noteGivenBack = async (tx: MerchantDb, productId: string, at: Date): Promise<void> => {
  await tx.updateTable('takenPlan').set({ givenBackAt: at }).where('takenPlan.productId', '=', productId).execute();
};

type Plans = Pick<TakenRow, 'planId' | 'earlier'>;
/** All that it is and was. */
const plansOf = ({ planId, earlier }: Plans): string[] => [...earlier, planId];

/** Somebody was called with it, or calls by it: not over the practice line, where nothing is paid and nobody is called. */
export const calledWith = async (db: UnscopedDb, merchantId: string, taken: Plans): Promise<boolean> => {
  const { rows: found } = await sql`
    select 1 from call where merchant_id = ${merchantId} and plan_id = any(${plansOf(taken)}::bigint[]) and not practice
    limit 1`.execute(db);
  return found.length > 0;
};

/** A task called with it, to the end. */
export const calledInTask = async (db: UnscopedDb, merchantId: string, taken: Plans): Promise<boolean> => {
  const { rows: found } = await sql`
    select 1 from call where merchant_id = ${merchantId} and plan_id = any(${plansOf(taken)}::bigint[]) and task_id is not null and not practice
      and stage = 'ended' limit 1`.execute(db);
  return found.length > 0;
};

/** A task that calls with it, or may at any time. */
export const taskWith = async (db: UnscopedDb, merchantId: string, planId: string): Promise<string | null> => {
  const { rows: found } = await sql<{ name: string }>`
    select t.name from task t where t.merchant_id = ${merchantId} and t.removed_at is null
      and t.state in ('waiting', 'running', 'paused')
      and (t.plan_id = ${planId} or exists (select from task_variant v
        where v.merchant_id = t.merchant_id and v.task_id = t.id and v.plan_id = ${planId}))
    order by t.id limit 1`.execute(db);
  return found[0]?.name ?? null;
};
