import { sql } from 'kysely';
import { latestVersion, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { jobAdded } from '../../platform/jobs.ts';

export const HEAR_ANEW = 'hearAnew';

/** Jobs for all plans that are published and have test conversations, with the note that this list was met; not twice. */
export const queueTested = async (db: UnscopedDb, mark: string): Promise<void> => {
  const job = jobAdded(HEAR_ANEW, {
    payload: sql`json_build_object('merchantId', plan.merchant_id::text, 'planId', plan.id::text)`,
    key: sql`'hearAnew ' || plan.merchant_id || ' ' || plan.id`,
    queue: sql`${HEAR_ANEW}::text`,
  });
  await sql`
    with met as (insert into seeded (name) values (${`meanings ${mark}`}) on conflict do nothing returning name)
    select ${job} from plan
    where exists (select from met) and plan.removed_at is null
      and exists (select from plan_test test where test.merchant_id = plan.merchant_id and test.plan_id = plan.id)
      and exists (select from plan_version made
        where made.merchant_id = plan.merchant_id and made.plan_id = plan.id and made.version > 0)`.execute(db);
};

/** The newest version, and who published it (or else saved the draft last); undefined: the plan is gone meanwhile. */
export const newestOfTested = (db: MerchantDb, planId: string) =>
  db
    .selectFrom('plan')
    .innerJoin('planVersion', join =>
      join.onRef('planVersion.merchantId', '=', 'plan.merchantId').onRef('planVersion.planId', '=', 'plan.id'),
    )
    .select(eb => [
      'plan.name',
      'planVersion.version',
      eb.fn.coalesce('planVersion.publishedBy', 'plan.draftBy').as('whose'),
    ])
    .where('plan.id', '=', planId)
    .where('plan.removedAt', 'is', null)
    .where('planVersion.version', '=', latestVersion('plan.merchantId', 'plan.id').$notNull())
    .executeTakeFirst();
