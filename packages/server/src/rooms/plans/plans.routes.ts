import { planEndpoints } from '@lianxian/contract';
import { variablesToFill } from '@lianxian/core';
import { bind, type Front, pageOf } from '../../platform/http/index.ts';
import { countPlans, listPlans } from './plans.store.ts';

export const bindPlans = (front: Front): void => {
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
};
