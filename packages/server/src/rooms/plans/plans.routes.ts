import { planEndpoints } from '@lianxian/contract';
import { variablesToFill } from '@lianxian/core';
import { bind, type Front, pageOf } from '../../platform/http/index.ts';
import { countMine, listMine } from './mine.store.ts';
import { countPlans, listPlans } from './plans.store.ts';
import { stateOf } from './state.policy.ts';

/** Lists of plans: those that may be called with, and one's own with their drafts. */
export const bindPlanLists = (front: Front): void => {
  bind(front, planEndpoints.list, async (input, { db }) => {
    const rows = await listPlans(db, pageOf(input));
    const list = rows.map(plan => ({
      id: plan.id,
      planName: plan.name,
      nodes: plan.nodes,
      variables: variablesToFill(plan.graph).map(({ name, label, fallback }) => ({ name, label, fallback })),
      publishedAt: plan.published_at.toISOString(),
    }));
    return { list, total: await countPlans(db) };
  });

  bind(front, planEndpoints.mine, async ({ search, state, ...page }, { db }) => {
    const rows = await listMine(db, { search, state }, pageOf(page));
    const list = rows.map(plan => ({
      id: plan.id,
      name: plan.name,
      state: stateOf({ version: plan.version, rev: plan.draft_rev, publishedRev: plan.published_rev }),
      version: plan.version,
      nodes: plan.nodes,
      changedAt: plan.draft_at.toISOString(),
      changedBy: plan.who ?? '',
      runningTasks: plan.running,
    }));
    return { list, total: await countMine(db, { search, state }) };
  });
};
