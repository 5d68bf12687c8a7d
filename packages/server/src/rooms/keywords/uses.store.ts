import type { Plan } from '@lianxian/core';
import { sql } from 'kysely';
import { latestVersion, type MerchantDb } from '../../platform/db/index.ts';

/**
 * Plans with what their next draft begins with: the draft, or the newest version where nobody has drafted. Versions below
 * nought are drafts that were tried by telephone.
 */
const plans = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .leftJoin('planVersion', join =>
      join
        .onRef('planVersion.merchantId', '=', 'plan.merchantId')
        .onRef('planVersion.planId', '=', 'plan.id')
        .on('planVersion.version', '=', latestVersion('plan.merchantId', 'plan.id').$notNull()),
    )
    .where('plan.removedAt', 'is', null);

const MOST_USES = 200;

/** Plans whose draft or newest version names a group. What a graph names stands beside it, with an index (migration 0025). */
export const usesOf = (db: MerchantDb, groupId: string) => {
  const asked = sql`${JSON.stringify([groupId])}::jsonb`;
  const inDraft = sql<boolean>`coalesce(plan.draft_groups, plan_version.groups) @> ${asked}`;
  const inVersion = sql<boolean>`plan_version.groups @> ${asked}`;
  const drafts = db.selectFrom('plan').select('plan.id').where(sql<boolean>`plan.draft_groups @> ${asked}`);
  const versions = db
    .selectFrom('planVersion')
    .select('planVersion.planId as id')
    .where('planVersion.version', '>', 0)
    .where(inVersion);
  return plans(db)
    .select(['plan.id', 'plan.name', inDraft.as('inDraft')])
    .select(sql<number | null>`case when ${inVersion} then plan_version.version end`.as('version'))
    .where('plan.id', 'in', drafts.union(versions))
    .where(eb => eb.or([inDraft, inVersion]))
    .orderBy('plan.id', 'desc')
    .limit(MOST_USES)
    .execute();
};

/** What a draft has, or would begin with; undefined: it is nobody's of the merchant. */
export const findDraft = async (db: MerchantDb, planId: string): Promise<Plan | undefined> => {
  const row = await plans(db)
    .select(sql<Plan | null>`coalesce(plan.draft, plan_version.graph)`.as('graph'))
    .where('plan.id', '=', planId)
    .executeTakeFirst();
  return row?.graph ?? undefined;
};
