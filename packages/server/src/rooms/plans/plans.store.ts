import type { Plan } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { countNodes, type DraftBy } from './drafts.store.ts';
import { writtenGraph } from './packed.ts';

/** Plans with their newest published version. */
const published = (db: MerchantDb) =>
  db
    .selectFrom('plan')
    .innerJoin('plan_version', join =>
      join
        .onRef('plan_version.merchant_id', '=', 'plan.merchant_id')
        .onRef('plan_version.plan_id', '=', 'plan.id')
        .on(
          'plan_version.version',
          '=',
          sql<number>`(select max(v.version) from plan_version v where v.version > 0 and v.merchant_id = plan.merchant_id and v.plan_id = plan.id)`,
        ),
    )
    .where('plan.removed_at', 'is', null);

export const listPlans = (db: MerchantDb, page: { offset: number; limit: number }) =>
  published(db)
    .select(['plan.id', 'plan.name', 'plan_version.nodes', 'plan_version.published_at', 'plan_version.graph'])
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
  readonly graph: Plan;
}

/** The newest published version of a plan. */
export const publishedPlan = (db: MerchantDb, id: string): Promise<PublishedPlan | undefined> =>
  published(db)
    .select(['plan.id', 'plan.name', 'plan_version.version', 'plan_version.graph'])
    .where('plan.id', '=', id)
    .executeTakeFirst();

/** One version, published once and never changed: what a call was started with. */
export const planVersion = (db: MerchantDb, id: string, version: number) =>
  db
    .selectFrom('plan_version')
    .select('plan_version.graph')
    .where('plan_version.plan_id', '=', id)
    .where('plan_version.version', '=', version)
    .executeTakeFirst();

export const planExists = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db
    .selectFrom('plan')
    .select('plan.id')
    .where('plan.id', '=', id)
    .where('plan.removed_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** A new plan that nobody published. */
export const insertDraft = async (db: MerchantDb, graph: Plan, by: DraftBy): Promise<string> => {
  const { id } = await db
    .insertInto('plan', {
      name: graph.name,
      removed_at: null,
      draft: writtenGraph(graph),
      draft_nodes: countNodes(graph),
      draft_rev: 1,
      draft_at: by.at,
      draft_by: by.employeeId,
    })
    .returning('plan.id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Plans that are there, drafts as well. */
export const countAllPlans = async (db: MerchantDb): Promise<number> => {
  const row = await db
    .selectFrom('plan')
    .select(eb => eb.fn.countAll<string>().as('total'))
    .where('plan.removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.total);
};

/** Gone from every list; its versions stay, for calls that were made with them. */
export const markRemoved = async (db: MerchantDb, id: string, at: Date): Promise<void> => {
  await db.updateTable('plan').set({ removed_at: at, draft: null }).where('plan.id', '=', id).execute();
};

/** A new plan with its first version. */
export const insertPlan = (db: MerchantDb, graph: Plan, at: Date): Promise<string> =>
  db.transaction(async tx => {
    const { id } = await tx
      .insertInto('plan', { name: graph.name, removed_at: null, draft_at: at, draft_nodes: countNodes(graph) })
      .returning('plan.id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('plan_version', {
        plan_id: id,
        version: 1,
        graph: JSON.stringify(graph),
        nodes: countNodes(graph),
        published_at: at,
      })
      .execute();
    return id;
  });
