import { sql } from 'kysely';
import { jsonOfBytes, latestVersion, type MerchantDb } from '../../platform/db/index.ts';
import { versionColumns } from '../plans/index.ts';
import type { Frozen } from './gates.ts';

/** Published versions: written once, never changed. */
interface NewVersion {
  readonly planId: string;
  readonly plan: Frozen;
  readonly publishedAt: Date;
  readonly publishedBy: string | null;
  readonly note: string;
  /** Why although a gate was red; empty: all were green. */
  readonly overridden: string;
  readonly tests: { readonly passed: number; readonly failed: number } | null;
}

const versions = (db: MerchantDb, planId: string) =>
  db
    .selectFrom('planVersion')
    .innerJoin('plan', join =>
      join.onRef('plan.merchantId', '=', 'planVersion.merchantId').onRef('plan.id', '=', 'planVersion.planId'),
    )
    .where('planVersion.planId', '=', planId)
    .where('planVersion.version', '>', 0)
    .where('plan.removedAt', 'is', null);

const rows = (db: MerchantDb, planId: string) =>
  versions(db, planId)
    .leftJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'planVersion.merchantId')
        .onRef('employee.id', '=', 'planVersion.publishedBy'),
    )
    .select([
      'planVersion.version',
      'planVersion.nodes',
      'planVersion.publishedAt',
      'planVersion.note',
      'planVersion.overridden',
      'planVersion.tests',
      'employee.name as who',
      // Everybody's tasks, whoever looks.
      sql<number>`(select count(*)::int from task where task.merchant_id = plan_version.merchant_id
        and task.plan_id = plan_version.plan_id and task.plan_version = plan_version.version
        and task.removed_at is null and task.state in ('waiting', 'running', 'paused'))`.as('running'),
    ]);
export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

/** Newest first. */
export const listVersions = (db: MerchantDb, planId: string, page: { offset: number; limit: number }) =>
  rows(db, planId).orderBy('planVersion.version', 'desc').offset(page.offset).limit(page.limit).execute();

export const countVersions = async (db: MerchantDb, planId: string): Promise<number> => {
  const row = await versions(db, planId)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

export const findVersion = (db: MerchantDb, planId: string, version: number) =>
  rows(db, planId).select('planVersion.graph').where('planVersion.version', '=', version).executeTakeFirst();

/** The next version of a plan that this transaction holds locked. */
export const insertVersion = async (tx: MerchantDb, { planId, plan, tests, ...version }: NewVersion) => {
  const { newest } = await tx
    .selectFrom('planVersion')
    .select(sql<number>`greatest(coalesce(max(version), 0), 0)`.as('newest'))
    .where('planVersion.planId', '=', planId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('planVersion', {
      planId,
      version: newest + 1,
      ...versionColumns(plan.graph, plan.json),
      publishedAt: version.publishedAt,
      publishedBy: version.publishedBy,
      note: version.note,
      overridden: version.overridden,
      tests: tests === null ? null : JSON.stringify(tests),
    })
    .execute();
  return newest + 1;
};

/** The newest version, when it was made of the draft at `rev` and says word by word what `json` says; null: it does not. */
export const newestOf = async (
  db: MerchantDb,
  planId: string,
  { rev, json }: { readonly rev?: number; readonly json?: Uint8Array },
): Promise<number | null> => {
  let newest = versions(db, planId)
    .select('planVersion.version')
    .where('planVersion.version', '=', latestVersion('plan.merchantId', 'plan.id').$notNull());
  if (rev !== undefined) newest = newest.where('plan.publishedRev', '=', rev);
  if (json !== undefined) newest = newest.where(sql<boolean>`plan_version.graph = ${jsonOfBytes(json)}`);
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
    .set(rev === null ? { publishedRev: -1 } : { publishedRev: rev, basedOn: version })
    .where('plan.id', '=', planId)
    .execute();
};
