/** Samples of comparisons of plans and of what-if. */
export interface AheadAssets {
  /** Published, besides the one that tasks have. */
  readonly rivalPlan: string;
}

export const aheadSamples = ({ rivalPlan }: AheadAssets, { plan, task }: { plan: string; task: string }) => ({
  'experiment/read': { taskId: task },
  'experiment/nodes': { planIds: JSON.stringify([plan, rivalPlan]) },
  'experiment/voices': { planIds: JSON.stringify([plan, rivalPlan]) },
  'experiment/save': {
    taskId: task,
    goal: '{"kind":"level","level":"A"}',
    variants: JSON.stringify([
      { planId: plan, share: 50 },
      { planId: rivalPlan, share: 50 },
    ]),
  },
  'experiment/remove': { taskId: task },
  'experiment/end': { taskId: task, variant: '0' },
  'whatIf/truth': { taskId: task },
  'whatIf/day': { taskId: task, day: '2026-11-20' },
  'whatIf/look': { taskId: task, concurrency: '20' },
});

export const aheadAssetOf = (path: string, field: string): 'task' | null =>
  /^(experiment|whatIf)\//.test(path) && field === 'taskId' ? 'task' : null;

export const provisionAhead = async (
  insert: (sql: string, ...values: unknown[]) => Promise<string>,
  plan: string,
): Promise<AheadAssets> => ({
  rivalPlan: await insert(
    `with made as (insert into plan (merchant_id, name) values ($1, '话术乙') returning merchant_id, id)
     insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at)
     select made.merchant_id, made.id, 1, v.graph, 1, now() from made
       join plan_version v on v.merchant_id = $1 and v.plan_id = $2 and v.version = 1
     returning plan_id as id`,
    plan,
  ),
});
