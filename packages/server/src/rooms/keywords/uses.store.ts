import type { PlanNode } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/**
 * Plans with what their next draft begins with: the draft, or the newest version where nobody has drafted. Versions below
 * nought are drafts that were tried by telephone.
 */
const plans = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .leftJoin('plan_version', join =>
      join
        .onRef('plan_version.merchant_id', '=', 'plan.merchant_id')
        .onRef('plan_version.plan_id', '=', 'plan.id')
        .on(
          'plan_version.version',
          '=',
          sql<number>`(select max(v.version) from plan_version v where v.version > 0 and v.merchant_id = plan.merchant_id and v.plan_id = plan.id and v.version > 0)`,
        ),
    )
    .where('plan.removed_at', 'is', null);

const names = sql`'$.*[*].groups[*] ? (@ == $group)'::jsonpath`;

export interface Use {
  readonly id: string;
  readonly name: string;
  readonly inDraft: boolean;
  readonly version: number | null;
}

const MOST_USES = 200;

/** Plans whose draft or newest version names a group. */
export const usesOf = async (db: MerchantDb, groupId: string): Promise<readonly Use[]> => {
  const asked = sql`jsonb_build_object('group', ${groupId}::text)`;
  const rows = await plans(db)
    .select([
      'plan.id',
      'plan.name',
      sql<boolean>`jsonb_path_exists(coalesce(plan.draft, plan_version.graph), ${names}, ${asked})`.as('in_draft'),
      sql<
        number | null
      >`case when jsonb_path_exists(plan_version.graph, ${names}, ${asked}) then plan_version.version end`.as(
        'version',
      ),
    ])
    .orderBy('plan.id', 'desc')
    .execute();
  return rows
    .filter(row => row.in_draft || row.version !== null)
    .slice(0, MOST_USES)
    .map(row => ({ id: row.id, name: row.name, inDraft: row.in_draft, version: row.version }));
};

/**
 * A node by its id; `<plan>/<node>` where two plans (a copy and its original) have the same one, else the plan that was
 * changed last. Undefined: nobody of the merchant's has it.
 */
export const findNode = async (db: MerchantDb, asked: string): Promise<PlanNode | undefined> => {
  const [node = '', plan] = asked.split('/').toReversed();
  let query = plans(db);
  if (plan !== undefined) query = query.where(sql<boolean>`plan.id::text = ${plan}`);
  const row = await query
    .select(
      sql<PlanNode | null>`jsonb_path_query_first(coalesce(plan.draft, plan_version.graph),
        '$.flows[*].nodes[*] ? (@.id == $node)', jsonb_build_object('node', ${node}::text))`.as('node'),
    )
    .where(
      sql<boolean>`jsonb_path_exists(coalesce(plan.draft, plan_version.graph),
        '$.flows[*].nodes[*] ? (@.id == $node)', jsonb_build_object('node', ${node}::text))`,
    )
    .orderBy('plan.draft_at', 'desc')
    .orderBy('plan.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.node ?? undefined;
};
