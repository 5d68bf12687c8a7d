import type { Plan } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { versionColumns } from '../plans/index.ts';

/** Published versions: written once, never changed. */
export interface NewVersion {
  readonly planId: string;
  readonly graph: Plan;
  readonly publishedAt: Date;
  readonly publishedBy: string;
  readonly note: string;
  /** Why although a gate was red; empty: all were green. */
  readonly overridden: string;
  readonly tests: { readonly passed: number; readonly failed: number } | null;
}

const versions = (db: MerchantDb, planId: string) =>
  db
    .selectFrom('plan_version')
    .innerJoin('plan', join =>
      join.onRef('plan.merchant_id', '=', 'plan_version.merchant_id').onRef('plan.id', '=', 'plan_version.plan_id'),
    )
    .where('plan_version.plan_id', '=', planId)
    .where('plan_version.version', '>', 0)
    .where('plan.removed_at', 'is', null);

const rows = (db: MerchantDb, planId: string) =>
  versions(db, planId)
    .leftJoin('employee', join =>
      join
        .onRef('employee.merchant_id', '=', 'plan_version.merchant_id')
        .onRef('employee.id', '=', 'plan_version.published_by'),
    )
    .select([
      'plan_version.version',
      'plan_version.nodes',
      'plan_version.published_at',
      'plan_version.note',
      'plan_version.overridden',
      'plan_version.tests',
      'employee.name as who',
      // Everybody's tasks, whoever looks.
      sql<number>`(select count(*)::int from task where task.merchant_id = plan_version.merchant_id
        and task.plan_id = plan_version.plan_id and task.plan_version = plan_version.version
        and task.removed_at is null and task.state in ('waiting', 'running', 'paused'))`.as('running'),
    ]);
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** Newest first. */
export const listVersions = (db: MerchantDb, planId: string, page: { offset: number; limit: number }) =>
  rows(db, planId).orderBy('plan_version.version', 'desc').offset(page.offset).limit(page.limit).execute();

export const countVersions = async (db: MerchantDb, planId: string): Promise<number> => {
  const row = await versions(db, planId)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

export const findVersion = (db: MerchantDb, planId: string, version: number) =>
  rows(db, planId).select('plan_version.graph').where('plan_version.version', '=', version).executeTakeFirst();

/** The next version of a plan that this transaction holds locked. */
export const insertVersion = async (tx: MerchantDb, { planId, graph, tests, ...version }: NewVersion) => {
  const { newest } = await tx
    .selectFrom('plan_version')
    .select(sql<number>`greatest(coalesce(max(version), 0), 0)`.as('newest'))
    .where('plan_version.plan_id', '=', planId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('plan_version', {
      plan_id: planId,
      version: newest + 1,
      ...versionColumns(graph),
      published_at: version.publishedAt,
      published_by: version.publishedBy,
      note: version.note,
      overridden: version.overridden,
      tests: tests === null ? null : JSON.stringify(tests),
    })
    .execute();
  return newest + 1;
};

/** The newest version, when it was made of the draft at `rev` and says word by word what `graph` says; null: it does not. */
export const newestOf = async (
  db: MerchantDb,
  planId: string,
  { rev, graph }: { readonly rev?: number; readonly graph?: Plan },
): Promise<number | null> => {
  let newest = versions(db, planId)
    .select('plan_version.version')
    .where(
      'plan_version.version',
      '=',
      sql<number>`(select max(v.version) from plan_version v where v.merchant_id = plan.merchant_id and v.plan_id = plan.id)`,
    );
  if (rev !== undefined) newest = newest.where('plan.published_rev', '=', rev);
  if (graph !== undefined) newest = newest.where(sql<boolean>`plan_version.graph = ${JSON.stringify(graph)}::jsonb`);
  return (await newest.executeTakeFirst())?.version ?? null;
};

/** The draft at `rev` is what `version` was made of; null: the version is another than the draft. */
export const notePublished = async (
  tx: MerchantDb,
  planId: string,
  { version, rev }: { readonly version: number; readonly rev: number | null },
): Promise<void> => {
  await tx
    .updateTable('plan')
    .set(rev === null ? { published_rev: -1 } : { published_rev: rev, based_on: version })
    .where('plan.id', '=', planId)
    .execute();
};
