import { type Plan, type PlanLicence, saidKeys, variablesToFill } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';
import {
  bytesOfBase64,
  jsonAsBase64,
  jsonOfBytes,
  latestVersion,
  type MerchantDb,
  MerchantStatement,
} from '../../platform/db/index.ts';
import type { SaidVariable } from '../../platform/db/schema.plans.ts';
import { jsonBytes } from '../../platform/json-bytes.ts';
import type { Goes } from '../removals/index.ts';
import { hashesOfTexts } from '../voices/index.ts';
import { type DraftBy, draftColumns, thawed } from './drafts.store.ts';
import { countNodes, type KeptGraph } from './graph-check.ts';

/** Plans with their newest published version. */
const published = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .innerJoin('planVersion', join =>
      join
        .onRef('planVersion.merchantId', '=', 'plan.merchantId')
        .onRef('planVersion.planId', '=', 'plan.id')
        .on('planVersion.version', '=', latestVersion('plan.merchantId', 'plan.id').$notNull()),
    )
    .where('plan.removedAt', 'is', null);

export const listPlans = (db: MerchantDb, page: { offset: number; limit: number }) =>
  published(db)
    .select(['plan.id', 'plan.name', 'planVersion.nodes', 'planVersion.publishedAt', 'planVersion.variables'])
    .orderBy('plan.id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

/** To choose from, in the same order. */
export const listPlanNames = (db: MerchantDb, page: { offset: number; limit: number }) =>
  published(db)
    .select(['plan.id', 'plan.name as planName'])
    .orderBy('plan.id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

/** How many there are of a name, published or not. */
export const countNamed = async (db: MerchantDb, name: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('plan')
        .select(eb => eb.fn.countAll<string>().as('n'))
        .where('plan.name', '=', name)
        .where('plan.removedAt', 'is', null)
        .executeTakeFirstOrThrow()
    ).n,
  );

export const countPlans = async (db: MerchantDb): Promise<number> => {
  const row = await published(db)
    .select(eb => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

export interface PublishedPlan {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** What whoever places a call may fill. */
  readonly variables: readonly SaidVariable[];
}

/** What is kept beside a version's graph, so that lists and calls by hand need not read that. */
export const versionColumns = (graph: Plan, json = jsonBytes(graph)) => ({
  graph: jsonOfBytes(json),
  nodes: countNodes(graph),
  variables: JSON.stringify(toFill(graph)),
  said: hashesOfTexts(saidKeys(graph)),
});

export const toFill = (graph: Plan): readonly SaidVariable[] =>
  variablesToFill(graph).map(({ name, label, fallback }) => ({ name, label, fallback }));

/** The newest published version of a plan. */
export const publishedPlan = (db: MerchantDb, id: string): Promise<PublishedPlan | undefined> =>
  published(db)
    .select(['plan.id', 'plan.name', 'planVersion.version', 'planVersion.variables'])
    .where('plan.id', '=', id)
    .executeTakeFirst();

const versionRow = (db: MerchantDb, id: string, version: number) =>
  db.selectFrom('planVersion').where('planVersion.planId', '=', id).where('planVersion.version', '=', version);

/** One version, published once and never changed: what a call was started with. `bytes`: of its graph as JSON. */
export const planVersion = (db: MerchantDb, id: string, version: number) =>
  versionRow(db, id, version).select(['planVersion.graph', 'planVersion.graphBytes as bytes']).executeTakeFirst();

export const versionExists = async (db: MerchantDb, id: string, version: number): Promise<boolean> =>
  (await versionRow(db, id, version).select('planVersion.version').executeTakeFirst()) !== undefined;

/** A version as JSON, for a thread that reads it. */
export const versionJson = async (db: MerchantDb, id: string, version: number): Promise<Uint8Array | undefined> => {
  const row = await versionRow(db, id, version)
    .select(jsonAsBase64(sql`plan_version.graph`).as('base64'))
    .executeTakeFirst();
  return row && bytesOfBase64(row.base64);
};

/** Nobody removes the plan until the transaction ends. */
export const holdPlan = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.selectFrom('plan').select('plan.id').where('plan.id', '=', id).forShare().execute();
};

/** All that a version may keep under a name: what it says, what it asks for, what its conditions look at. */
export const variablesOfVersion = async (
  db: MerchantDb,
  id: string,
  version: number,
): Promise<readonly Pick<SaidVariable, 'name' | 'label'>[]> => {
  const row = await versionRow(db, id, version)
    .select(sql<readonly Pick<SaidVariable, 'name' | 'label'>[]>`plan_version.graph -> 'variables'`.as('variables'))
    .executeTakeFirst();
  return (row?.variables ?? []).map(({ name, label }) => ({ name, label }));
};

/** What its merchant may do with a plan, and whose key signed what it came in. */
interface PlanTerms {
  readonly licence: PlanLicence;
  readonly signedBy: string | null;
}

/** What its merchant may do with a plan; undefined: there is none. */
export const licenceOf = async (db: MerchantDb, id: string): Promise<PlanLicence | undefined> =>
  (
    await db
      .selectFrom('plan')
      .select('plan.licence')
      .where('plan.id', '=', id)
      .where('plan.removedAt', 'is', null)
      .executeTakeFirst()
  )?.licence;

const closedById = new MerchantStatement<{ readonly id: string }, { readonly closed: boolean }>((db, param) =>
  db.selectFrom('plan').select('plan.closed').where('plan.id', '=', param('id')),
);

/** Whether it is closed (decision 131); of one that is not there: no. */
export const isClosedPlan = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db.run(closedById, { id }))[0]?.closed === true;

/** The same of the plan of a call, whosever call it is: who may not see it is told so by its own room. */
export const isCallOfClosed = async (db: MerchantDb, callId: string): Promise<boolean> =>
  (
    await db.whole
      .selectFrom('call')
      .innerJoin('plan', join =>
        join.onRef('plan.merchantId', '=', 'call.merchantId').onRef('plan.id', '=', 'call.planId'),
      )
      .select('plan.closed')
      .where('call.id', '=', callId)
      .executeTakeFirst()
  )?.closed === true;

/** A new plan that nobody published. */
export const insertDraft = async (
  db: MerchantDb,
  kept: KeptGraph,
  by: DraftBy,
  terms: PlanTerms = { licence: 'open', signedBy: null },
): Promise<string> => {
  const { id } = await db
    .insertInto('plan', {
      name: kept.name,
      removedAt: null,
      ...draftColumns(kept),
      draftRev: 1,
      draftAt: by.at,
      draftBy: by.employeeId,
      ...terms,
    })
    .returning('plan.id')
    .executeTakeFirstOrThrow();
  return id;
};

/** A new plan of the draft of another, which must be there, by a name of its own. */
export const copyDraft = async (
  db: MerchantDb,
  { id, name }: { readonly id: string; readonly name: string },
  by: DraftBy,
): Promise<string> => {
  const of = <T>(what: RawBuilder<T>) =>
    sql<T>`(select ${what} from plan p
      left join plan_version v on v.merchant_id = p.merchant_id and v.plan_id = p.id and v.version = ${latestVersion('p.merchantId', 'p.id')}
      where p.merchant_id = ${db.merchantId} and p.id = ${id} and p.removed_at is null)`;
  const made = await db
    .insertInto('plan', {
      name,
      removedAt: null,
      draft: of(sql<string>`coalesce(p.draft, ${thawed(sql`v.graph`)})`),
      draftNodes: of(sql<number>`case when p.draft is null then v.nodes else p.draft_nodes end`),
      draftSaid: of(sql<readonly string[]>`case when p.draft is null then v.said else p.draft_said end`),
      draftRev: 1,
      draftAt: by.at,
      draftBy: by.employeeId,
      licence: of(sql<PlanLicence>`p.licence`),
      signedBy: of(sql<string | null>`p.signed_by`),
    })
    .returning('plan.id')
    .executeTakeFirstOrThrow();
  return made.id;
};

/** Plans that are there, drafts as well. */
export const countAllPlans = async (db: MerchantDb): Promise<number> => {
  const row = await db
    .selectFrom('plan')
    .select(eb => eb.fn.countAll<string>().as('total'))
    .where('plan.removedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

/** What goes with a plan that is removed: its row stays, without its draft. */
export const planGoes = ({ merchantId }: MerchantDb, id: string): readonly Goes[] => [
  {
    table: 'plan',
    where: sql`kept.merchant_id = ${merchantId} and kept.id = ${id}`,
    back: ['removed_at', 'draft'],
  },
];

/** Gone from every list; its versions stay, for calls that were made with them. */
export const markRemoved = async (db: MerchantDb, id: string, at: Date): Promise<void> => {
  await db
    .updateTable('plan')
    .set({ removedAt: at, draft: null })
    .where('plan.id', '=', id)
    .where('plan.removedAt', 'is', null)
    .execute();
};

/** A new plan with its first version. */
export const insertPlan = (db: MerchantDb, graph: Plan, at: Date): Promise<string> =>
  db.transaction(async tx => {
    const { id } = await tx
      .insertInto('plan', { name: graph.name, removedAt: null, draftAt: at, draftNodes: countNodes(graph) })
      .returning('plan.id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('planVersion', { planId: id, version: 1, ...versionColumns(graph), publishedAt: at }).execute();
    return id;
  });
