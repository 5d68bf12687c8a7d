import { draftGraphOf } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { checkGraph, writtenGraph } from './packed.ts';
import { type PlanState, stateOf } from './state.policy.ts';

/** A plan as it is edited. `graph.name` is the plan's name. */
export interface PlanDraft {
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

export interface SavedDraft {
  readonly rev: number;
  readonly graph: Plan;
}

export const countNodes = (graph: Plan): number => graph.flows.reduce((sum, { nodes }) => sum + nodes.length, 0);

/** A plan with what was published of it last. */
const drafts = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .leftJoin('plan_version', join =>
      join
        .onRef('plan_version.merchant_id', '=', 'plan.merchant_id')
        .onRef('plan_version.plan_id', '=', 'plan.id')
        .on(
          'plan_version.version',
          '=',
          sql<number>`(select max(v.version) from plan_version v where v.version > 0 and v.merchant_id = plan.merchant_id and v.plan_id = plan.id)`,
        ),
    )
    .leftJoin('employee', join =>
      join.onRef('employee.merchant_id', '=', 'plan.merchant_id').onRef('employee.id', '=', 'plan.draft_by'),
    )
    .select([
      'plan.id',
      'plan.name',
      'plan.draft',
      'plan.draft_rev',
      'plan.draft_at',
      'plan.based_on',
      'plan.published_rev',
      'plan_version.version',
      // A version is read only where it stands for a draft that nobody saved.
      sql<Plan | null>`case when plan.draft is null then plan_version.graph end`.as('published'),
      'employee.name as who',
    ])
    .where('plan.removed_at', 'is', null);

/** The draft of a plan, or undefined when there is no such plan. */
export const draftOf = async (db: MerchantDb, id: string): Promise<PlanDraft | undefined> => {
  const row = await drafts(db).where('plan.id', '=', id).executeTakeFirst();
  const graph = row?.draft ?? row?.published;
  if (row === undefined || graph === null || graph === undefined) return undefined;
  return {
    id,
    name: row.name,
    rev: row.draft_rev,
    graph: draftGraphOf({ ...graph, name: row.name }),
    basedOn: row.based_on ?? row.version,
    version: row.version,
    state: stateOf({ version: row.version, rev: row.draft_rev, publishedRev: row.published_rev }),
    savedAt: row.draft_at,
    savedBy: row.who ?? '',
  };
};

/** A plan that nobody saved since it was published reads its newest version as draft: before there is a newer one, that is kept. */
export const keepDraft = async (tx: MerchantDb, { id, graph }: PlanDraft): Promise<void> => {
  await tx
    .updateTable('plan')
    .set({ draft: JSON.stringify(graph), draft_nodes: countNodes(graph) })
    .where('plan.id', '=', id)
    .where('plan.draft', 'is', null)
    .execute();
};

/** Nobody may take the plan's place in line: locked until the transaction ends. Null: there is no such plan. */
export const lockPlan = async (tx: MerchantDb, id: string): Promise<{ readonly rev: number } | null> => {
  const row = await tx
    .selectFrom('plan')
    .select('plan.draft_rev')
    .where('plan.id', '=', id)
    .where('plan.removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { rev: row.draft_rev };
};

/** Writes the draft that follows the locked one. A draft without a name keeps the plan's. */
export const writeDraft = async (
  tx: MerchantDb,
  id: string,
  { graph, rev, basedOn }: SavedDraft & { readonly basedOn?: number },
  by: DraftBy,
): Promise<void> => {
  const name = graph.name.trim();
  await tx
    .updateTable('plan')
    .set({
      ...(name === '' ? {} : { name }),
      ...(basedOn === undefined ? {} : { based_on: basedOn }),
      draft: writtenGraph(draftGraphOf(graph)),
      draft_nodes: countNodes(graph),
      draft_rev: rev,
      draft_at: by.at,
      draft_by: by.employeeId,
    })
    .where('plan.id', '=', id)
    .execute();
};

/** Who saved the newest draft, and when in the merchant's zone. */
const lastSaved = (tx: MerchantDb, id: string) =>
  tx
    .selectFrom('plan')
    .innerJoin('merchant', 'merchant.id', 'plan.merchant_id')
    .leftJoin('employee', join =>
      join.onRef('employee.merchant_id', '=', 'plan.merchant_id').onRef('employee.id', '=', 'plan.draft_by'),
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
  if (locked === null) throw refuse('notFound', { what: '话术' });
  if (locked.rev !== rev) throw refuse('draftChanged', await lastSaved(tx, id));
};

/** Keeps a draft begun from `rev`. Refuses `draftChanged` when another was saved meanwhile; nothing is overwritten. */
export const saveDraft = (
  db: MerchantDb,
  { id, rev, graph, basedOn }: { readonly id: string; readonly basedOn?: number } & SavedDraft,
  by: DraftBy,
): Promise<SavedDraft> =>
  db.transaction(async tx => {
    await lockAt(tx, id, rev);
    const saved = { graph, rev: rev + 1 };
    await writeDraft(tx, id, { ...saved, ...(basedOn === undefined ? {} : { basedOn }) }, by);
    return saved;
  });

/**
 * Changes the newest draft, whoever saved it: for what is not a whole editor (a lesson learnt, one node of the wire).
 * `change` gives the graph after it; the same one back changes nothing. What an editor could not save is refused here too.
 */
export const changeDraft = (
  db: MerchantDb,
  id: string,
  change: (graph: Plan) => Plan,
  by: DraftBy,
): Promise<SavedDraft> =>
  db.transaction(async tx => {
    const locked = await lockPlan(tx, id);
    const draft = locked === null ? undefined : await draftOf(tx, id);
    if (draft === undefined) throw refuse('notFound', { what: '话术' });
    const graph = change(draft.graph);
    if (graph === draft.graph) return { graph, rev: draft.rev };
    const saved = { graph: checkGraph(graph), rev: draft.rev + 1 };
    await writeDraft(tx, id, saved, by);
    return saved;
  });
