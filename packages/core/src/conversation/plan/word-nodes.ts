import type { Plan, PlanNode, Router } from './plan.ts';

/** Ways that are taken whether or not anything is understood. */
const wordless: ReadonlySet<Router['on']> = new Set(['other', 'silence', 'notUnderstood']);

/** Words alone lead on here as it is meant: keys are not asked for, or not enough. */
const wantsWords = (node: PlanNode): boolean => {
  if (node.kind === 'llm') return true;
  if (node.kind === 'collect') return node.accepts.type !== 'keys' && node.accepts.type !== 'phone';
  return node.kind === 'speak' && node.routers.some(({ on }) => !wordless.has(on));
};

/** Names of the nodes where somebody who can only press keys is not understood. */
export const wordNodes = (plan: Pick<Plan, 'flows'>): readonly string[] =>
  plan.flows.flatMap(flow => flow.nodes.filter(wantsWords).map(({ name }) => name));
