import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { LEAST_CALLS, type Measured, ratedOf, ratingOf } from './rating.policy.ts';
import { forgetTurns } from './turns.store.ts';

/** Products looked at together. */
const AT_ONCE = 100;

interface MeasuredProduct {
  readonly id: string;
  readonly all: readonly Measured[];
}

/**
 * Of the next products that somebody has: what each taker's tasks came to in a year, of the sums by day (decision 120), never of
 * calls. Sellers' own calls are none of it. By the merchant's days, which the sums begin with.
 */
const nextMeasured = async (db: UnscopedDb, after: string): Promise<readonly MeasuredProduct[]> => {
  const { rows } = await sql<MeasuredProduct>`
    with page as (
      select s.product_id from product_shelf s where s.product_id > ${after}::bigint
        and (s.rating is not null or exists (select from taken_plan t where t.product_id = s.product_id and t.given_back_at is null))
      order by s.product_id limit ${AT_ONCE})
    select page.product_id::text as id, coalesce(jsonb_agg(jsonb_build_object('calls', f.calls, 'answered', f.answered,
        'levelA', f.level_a)) filter (where f.calls >= ${LEAST_CALLS}), '[]') as all
    from page left join lateral (
      select t.merchant_id, sum(d.calls)::int as calls, sum(d.answered)::int as answered, sum(d.level_a)::int as level_a
      from taken_plan t join stat_day d on d.merchant_id = t.merchant_id and d.split = 'whole' and d.plan_id = any(t.earlier || t.plan_id)
        and d.source = 'task' and d.day > now()::date - 365
      where t.product_id = page.product_id and t.given_back_at is null
        and not exists (select from line l where l.merchant_id = d.merchant_id and l.id = d.line_id and l.practice)
      group by 1) f on true
    group by page.product_id order by page.product_id`.execute(db);
  return rows;
};

const keepRating = async (db: UnscopedDb, { id, all }: MeasuredProduct): Promise<void> => {
  const rating = ratingOf(all);
  await db
    .updateTable('productShelf')
    .set({ rating: rating && JSON.stringify(rating), rated: ratedOf(rating) })
    .where('productId', '=', id)
    .execute();
};

/** Once a day, so that nobody reads a single merchant's figures out of how they change. */
export const rateJob = (db: UnscopedDb): Jobs => ({
  ratePlans: async (_, signal) => {
    await forgetTurns(db);
    for (let after = '0'; !signal.aborted; ) {
      const page = await nextMeasured(db, after);
      for (const product of page) await keepRating(db, product);
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  },
});
