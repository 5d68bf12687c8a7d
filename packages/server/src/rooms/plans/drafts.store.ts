import { draftGraphOf } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import { openByteCache } from '../../platform/byte-cache.ts';
import {
  bytesOfBase64,
  jsonAsBase64,
  jsonOfBytes,
  latestVersion,
  type MerchantDb,
  ofLatestVersion,
} from '../../platform/db/index.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { jsonBytes } from '../../platform/json-bytes.ts';
import { hasVoice } from '../speech/index.ts';
import { hashesOfTexts } from '../voices/index.ts';
import type { KeptGraph } from './graph-check.ts';
import { checkJson } from './packed.ts';
import { type PlanState, stateOf } from './state.policy.ts';

/** A plan as it is edited. `graph.name` is the plan's name. */
interface PlanDraft {
  readonly id: string;
  readonly name: string;
  /** Grows with every save. */
  readonly rev: number;
  readonly graph: Plan;
  readonly basedOn: number | null;
  /** The newest published version; null: none. */
  readonly version: number | null;
  readonly state: PlanState;
  readonly savedAt: Date;
  /** Empty: nobody who is known. */
  readonly savedBy: string;
}

/** Who changes a draft, and when. `employeeId` null: the house. */
export interface DraftBy {
  readonly employeeId: string | null;
  readonly at: Date;
}

/** A plan with what was published of it last. */
const drafts = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .leftJoin('planVersion', join =>
      join
        .onRef('planVersion.merchantId', '=', 'plan.merchantId')
        .onRef('planVersion.planId', '=', 'plan.id')
        .on('planVersion.version', '=', latestVersion('plan.merchantId', 'plan.id').$notNull()),
    )
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'plan.merchantId').onRef('employee.id', '=', 'plan.draftBy'),
    )
    .select([
      'plan.id',
      'plan.name',
      'plan.draft',
      'plan.draftRev',
      'plan.draftAt',
      'plan.basedOn',
      'plan.publishedRev',
      'planVersion.version',
      // A version is read only where it stands for a draft that nobody saved.
      sql<Plan | null>`case when plan.draft is null then plan_version.graph end`.as('published'),
      'employee.name as who',
    ])
    .where('plan.removedAt', 'is', null);

/** A version's graph as a draft: without what publishing froze. */
export const thawed = (graph: RawBuilder<unknown>) => sql<string>`${graph} - array['borrowed', 'recorded', 'base']`;

/** The draft, or the newest version that stands for it where nobody saved one. */
const written = sql`coalesce(plan.draft, ${ofLatestVersion(thawed(sql`v.graph`))})`;

/** What tells one draft from another, and the groups of words it uses: without its graph, which may have some MB. */
export const draftHead = async (
  db: MerchantDb,
  id: string,
): Promise<{ readonly rev: number; readonly groups: readonly string[] } | undefined> =>
  db
    .selectFrom('plan')
    .select([
      'plan.draftRev as rev',
      sql<readonly string[]>`coalesce(plan.draft_groups, ${ofLatestVersion(sql`v.groups`)})`.as('groups'),
    ])
    .where('plan.id', '=', id)
    .where('plan.removedAt', 'is', null)
    .executeTakeFirst();

/** Some large drafts, or one of the largest that may be. */
const SAVED_BYTES = 8 * 1_048_576;
/** Whoever saves a draft talks to it next: some MB need not come back from the database as text, which all pages feel. */
const lastSaves = openByteCache<Uint8Array>(SAVED_BYTES);
/** A save by its moment too: a database that was put back counts its revs anew. */
interface SaveMark {
  readonly rev: number;
  readonly at: Date;
}
const keyOfSave = ({ merchantId }: MerchantDb, id: string, { rev, at }: SaveMark): string =>
  `${merchantId} ${id} ${rev} ${at.getTime()}`;

/** Of a save that is committed. */
export const rememberSave = (db: MerchantDb, id: string, mark: SaveMark, json: Uint8Array): void =>
  lastSaves.keep(keyOfSave(db, id, mark), json, json.length);

/** A draft as JSON, for a thread that reads it: a large one would keep all pages waiting here. */
export const draftJson = async (
  db: MerchantDb,
  id: string,
): Promise<{ readonly rev: number; readonly name: string; readonly json: Uint8Array } | undefined> => {
  const plan = db.selectFrom('plan').where('plan.id', '=', id).where('plan.removedAt', 'is', null);
  const head = await plan.select(['plan.draftRev as rev', 'plan.draftAt as at', 'plan.name']).executeTakeFirst();
  if (head === undefined) return undefined;
  const json = lastSaves.find(keyOfSave(db, id, head));
  if (json !== undefined) return { rev: head.rev, name: head.name, json };
  const row = await plan
    .select(['plan.draftRev as rev', 'plan.name', jsonAsBase64(written).as('base64')])
    .executeTakeFirst();
  return row && { rev: row.rev, name: row.name, json: bytesOfBase64(row.base64) };
};

/** How long the draft of a plan is; 0: it has none. */
export const draftBytes = async (db: MerchantDb, id: string): Promise<number> => {
  const row = await db.selectFrom('plan').select('plan.draftBytes').where('plan.id', '=', id).executeTakeFirst();
  return row?.draftBytes ?? 0;
};

/** The draft of a plan, or undefined when there is no such plan. */
export const draftOf = async (db: MerchantDb, id: string): Promise<PlanDraft | undefined> => {
  const row = await drafts(db).where('plan.id', '=', id).executeTakeFirst();
  const graph = row?.draft ?? row?.published;
  if (row === undefined || graph === null || graph === undefined) return undefined;
  return {
    id,
    name: row.name,
    rev: row.draftRev,
    graph: draftGraphOf({ ...graph, name: row.name }),
    basedOn: row.basedOn ?? row.version,
    version: row.version,
    state: stateOf({ version: row.version, rev: row.draftRev, publishedRev: row.publishedRev }),
    savedAt: row.draftAt,
    savedBy: row.who ?? '',
  };
};

/** What a draft has of the version it begins with; the plan's name stands in its own column. */
const ofVersion = {
  draft: thawed(sql`plan_version.graph`),
  draftNodes: sql<number>`plan_version.nodes`,
  draftSaid: sql<readonly string[]>`plan_version.said`,
};

const fromVersion = (tx: MerchantDb, id: string, version: RawBuilder<number>) =>
  tx
    .updateTable('plan')
    .from('planVersion')
    .whereRef('planVersion.merchantId', '=', 'plan.merchantId')
    .whereRef('planVersion.planId', '=', 'plan.id')
    .where('planVersion.version', '=', version)
    .where('plan.id', '=', id);

/** A plan that nobody saved since it was published reads its newest version as draft: before there is a newer one, that is kept. */
export const keepDraft = async (tx: MerchantDb, id: string): Promise<void> => {
  const newest = latestVersion('plan.merchantId', 'plan.id').$notNull();
  await fromVersion(tx, id, newest).set(ofVersion).where('plan.draft', 'is', null).execute();
};

/** Nobody may take the plan's place in line: locked until the transaction ends. Null: there is no such plan. */
export const lockPlan = async (
  tx: MerchantDb,
  id: string,
): Promise<{ readonly rev: number; readonly name: string } | null> => {
  const row = await tx
    .selectFrom('plan')
    .select(['plan.draftRev', 'plan.name'])
    .where('plan.id', '=', id)
    .where('plan.removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { rev: row.draftRev, name: row.name };
};

const gone = () => refuse('notFound', { what: 'plan' });
const saved = (rev: number, by: DraftBy) => ({ draftRev: rev, draftAt: by.at, draftBy: by.employeeId });

/** A draft's columns in its row. */
export const draftColumns = ({ json, nodes, said }: KeptGraph) => ({
  draft: jsonOfBytes(json),
  draftNodes: nodes,
  draftSaid: hashesOfTexts(said),
});

/** Who saved the newest draft, and when in the merchant's zone. */
const lastSaved = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('plan')
    .innerJoin('merchant', 'merchant.id', 'plan.merchantId')
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'plan.merchantId').onRef('employee.id', '=', 'plan.draftBy'),
    )
    .select([
      sql<string>`coalesce(employee.name, '—')`.as('who'),
      sql<string>`to_char(plan.draft_at at time zone merchant.zone, 'MM-DD HH24:MI:SS')`.as('when'),
    ])
    .where('plan.id', '=', id)
    .executeTakeFirstOrThrow();

/** Locks a plan whose draft must be at `rev`; refuses what is not there, and a draft that others saved meanwhile. */
export const lockAt = async (tx: MerchantDb, id: string, rev: number): Promise<void> => {
  const locked = await lockPlan(tx, id);
  if (locked === null) throw gone();
  if (locked.rev !== rev) throw refuse('draftChanged', await lastSaved(tx, id));
};

/** Who is not a voice of the merchant does not speak for it, whatever a graph says. @throws notFound */
export const refuseStrangeVoice = async (db: MerchantDb, { service }: Pick<KeptGraph, 'service'>): Promise<void> => {
  if (service !== null && !(await hasVoice(db, service))) throw refuse('notFound', { what: 'service' });
};

/** The service of a plan's draft may be gone by now: who goes on with that draft has not chosen it. */
const isVoiceOfDraft = async (tx: MerchantDb, id: string, { service }: KeptGraph): Promise<boolean> => {
  const kept = sql<boolean>`${written} #>> '{defaults,voice,by,service}' = ${service}`;
  const row = await tx.selectFrom('plan').select(kept.as('same')).where('plan.id', '=', id).executeTakeFirst();
  return row?.same === true;
};

/**
 * Keeps a draft begun from `rev`, and answers its own. Refuses `draftChanged` when another was saved meanwhile; nothing is
 * overwritten. A draft without a name keeps the plan's.
 */
export const saveDraft = (
  db: MerchantDb,
  { id, rev, kept }: { readonly id: string; readonly rev: number; readonly kept: KeptGraph },
  by: DraftBy,
): Promise<number> =>
  db.transaction(async tx => {
    await lockAt(tx, id, rev);
    if (kept.service !== null && !(await isVoiceOfDraft(tx, id, kept))) await refuseStrangeVoice(tx, kept);
    await tx
      .updateTable('plan')
      .set({ ...(kept.name === '' ? {} : { name: kept.name }), ...draftColumns(kept), ...saved(rev + 1, by) })
      .where('plan.id', '=', id)
      .execute();
    return rev + 1;
  });

/** A published version as the draft that follows the one at `rev`. Null: there is no such version. */
export const restoreDraft = (
  db: MerchantDb,
  { id, rev, version }: { readonly id: string; readonly rev: number; readonly version: number },
  by: DraftBy,
): Promise<number | null> =>
  db.transaction(async tx => {
    await lockAt(tx, id, rev);
    const { numUpdatedRows } = await fromVersion(tx, id, sql<number>`${version}::int`)
      .set({ ...ofVersion, basedOn: version, ...saved(rev + 1, by) })
      .executeTakeFirst();
    return numUpdatedRows > 0n ? rev + 1 : null;
  });

/** Another name, as a draft of its own: who has the older one open is told. */
export const renameDraft = (db: MerchantDb, id: string, name: string, by: DraftBy): Promise<number> =>
  db.transaction(async tx => {
    const locked = await lockPlan(tx, id);
    if (locked === null) throw gone();
    await keepDraft(tx, id);
    const rev = locked.rev + 1;
    await tx
      .updateTable('plan')
      .set({ name, ...saved(rev, by) })
      .where('plan.id', '=', id)
      .execute();
    return rev;
  });

/** Others may save while a change is looked through: so often it is made anew of what they saved. */
const MOST_TRIES = 3;

/**
 * Changes the newest draft, whoever saved it: for what is not a whole editor (a lesson learnt, one node of the wire).
 * `change` gives the graph after it; the same one back changes nothing. What an editor could not save is refused here too,
 * and a large one is looked through in a thread, while nobody is kept from saving. `also` is done in the same transaction.
 */
export const changeDraft = async (
  context: Pick<SignedInContext, 'db' | 'bench'>,
  { id, change, by }: { readonly id: string; readonly change: (graph: Plan) => Plan; readonly by: DraftBy },
  also: (tx: MerchantDb) => Promise<void> = async () => undefined,
): Promise<number> => {
  const { db } = context;
  for (let left = MOST_TRIES; ; left--) {
    const draft = await draftOf(db, id);
    if (draft === undefined) throw gone();
    const graph = change(draft.graph);
    const kept = graph === draft.graph ? null : await checkJson(context, jsonBytes(graph));
    const rev = await db.transaction(async tx => {
      if (left > 1 && (await lockPlan(tx, id))?.rev !== draft.rev) return null;
      await also(tx);
      return kept === null ? draft.rev : saveDraft(tx, { id, rev: draft.rev, kept }, by);
    });
    if (rev !== null) return rev;
  }
};
