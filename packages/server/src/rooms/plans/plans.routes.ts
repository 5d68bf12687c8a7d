import { planEndpoints } from '@lianxian/contract';
import { bind, type Front, pageOf } from '../../platform/http/index.ts';
import { countMine, listMine } from './mine.store.ts';
import { countPlans, listPlanNames, listPlans } from './plans.store.ts';
import { stateOf } from './state.policy.ts';

/** A merchant has a few hundred plans: the cursor of a page is its number. */
const placeOf = ({ page, after }: { readonly page: number; readonly after?: string | undefined }): number =>
  /^[1-9]\d{0,4}$/.test(after ?? '') ? Number(after) : page;

/** Lists of plans: those that may be called with, and one's own with their drafts. */
export const bindPlanLists = (front: Front): void => {
  bind(front, planEndpoints.list, async (input, { db }) => {
    const rows = await listPlans(db, pageOf(input));
    const list = rows.map(plan => ({
      id: plan.id,
      planName: plan.name,
      nodes: plan.nodes,
      variables: [...plan.variables],
      publishedAt: plan.publishedAt.toISOString(),
    }));
    return { list, total: await countPlans(db) };
  });

  bind(front, planEndpoints.options, async (input, { db }) => {
    const [list, total] = await Promise.all([listPlanNames(db, pageOf(input)), countPlans(db)]);
    return { list, total };
  });

  bind(front, planEndpoints.mine, async ({ search, state, ...page }, { db }) => {
    const { offset, limit } = pageOf({ limit: page.limit, page: placeOf(page) });
    const [rows, total] = await Promise.all([
      listMine(db, { search, state }, { offset, limit }),
      countMine(db, { search, state }),
    ]);
    const list = rows.map(plan => ({
      id: plan.id,
      name: plan.name,
      state: stateOf({ version: plan.version, rev: plan.draftRev, publishedRev: plan.publishedRev }),
      version: plan.version,
      nodes: plan.nodes,
      changedAt: plan.draftAt.toISOString(),
      changedBy: plan.who ?? '',
      runningTasks: plan.running,
      licence: plan.licence,
    }));
    return { list, total, after: offset + limit < total ? String(placeOf(page) + 1) : null };
  });
};
