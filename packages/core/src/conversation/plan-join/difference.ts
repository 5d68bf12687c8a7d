import type { Plan, PlanNode } from '../plan/plan.ts';
import { isSame } from './same.ts';

/** How a plan differs from another one, by the names of its nodes; `rest`: anything beside nodes. */
export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly rest: boolean;
}

const nodesOf = (plan: Plan) => new Map(plan.flows.flatMap(flow => flow.nodes).map(node => [node.id, node]));
const unplaced = ({ at: _, ...node }: PlanNode) => node;

/** What `mine` has that `theirs` has not, and the other way round. Where nodes stand is no difference. */
export const differenceOf = (mine: Plan, theirs: Plan): Difference => {
  const [ours, others] = [nodesOf(mine), nodesOf(theirs)];
  const rest = ({ flows, ...plan }: Plan) => ({ ...plan, flows: flows.map(({ nodes: _, ...flow }) => flow) });
  return {
    added: [...ours.values()].filter(({ id }) => !others.has(id)).map(({ name }) => name),
    removed: [...others.values()].filter(({ id }) => !ours.has(id)).map(({ name }) => name),
    changed: [...ours.values()]
      .filter(node => {
        const other = others.get(node.id);
        return other && !isSame(unplaced(node), unplaced(other));
      })
      .map(({ name }) => name),
    rest: !isSame(rest(mine), rest(theirs)),
  };
};
