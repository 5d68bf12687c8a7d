import type { Level, Plan, PlanNode } from './plan.ts';
import { waysOut } from './ways-out.ts';

/** What a plan is for, as its level rules tell it. */
interface Goal {
  /** The best level that a rule with conditions gives. */
  readonly level: Level;
  /** Nodes that a talk must pass for it, by id. */
  readonly through: ReadonlySet<string>;
}

/** Null where every talk comes out alike: no rule asks for anything. */
export const goalOf = (plan: Pick<Plan, 'levelRules' | 'flows'>): Goal | null => {
  const graded = plan.levelRules.filter(({ when }) => when.length > 0);
  const level = graded.map(rule => rule.level).sort()[0];
  if (level === undefined) return null;
  const nodes = plan.flows.flatMap(flow => flow.nodes);
  const wanted = graded
    .filter(rule => rule.level === level)
    .flatMap(({ when }) => when.filter(({ not }) => not !== true))
    .flatMap(condition => {
      if (condition.fact === 'passedNode' || condition.fact === 'leftNode') return [condition.node];
      if (condition.fact !== 'answered' && condition.fact !== 'answeredDate') return [];
      return nodes.flatMap(node => (node.kind === 'collect' && node.variable === condition.variable ? [node.id] : []));
    });
  return { level, through: new Set(wanted) };
};

/** Node by node where a plan leads. */
interface Drawn {
  readonly nodes: ReadonlyMap<string, PlanNode>;
  readonly flows: ReadonlyMap<string, { readonly rootNode: string }>;
}

const nextOf = ({ nodes, flows }: Drawn, id: string): readonly string[] => {
  const node = nodes.get(id);
  if (node === undefined) return [];
  if (node.kind !== 'goto') return waysOut(node).map(({ to }) => to);
  const root = flows.get(node.flow)?.rootNode;
  return root === undefined ? [] : [root];
};

/** How a way looks to who wants to pass `through`: how many of those it leads to, and how many steps the nearest is off. */
interface Prospect {
  readonly count: number;
  readonly steps: number;
}

export const prospectOf = (drawn: Drawn, from: string, through: ReadonlySet<string>): Prospect => {
  let count = 0;
  let nearest = Infinity;
  const seen = new Set([from]);
  let front: readonly string[] = [from];
  for (let steps = 0; front.length > 0; steps += 1) {
    const here = front.filter(id => through.has(id)).length;
    count += here;
    if (here > 0) nearest = Math.min(nearest, steps);
    const next = front.flatMap(id => nextOf(drawn, id)).filter(id => !seen.has(id));
    front = [...new Set(next)];
    for (const id of front) seen.add(id);
  }
  return { count, steps: nearest };
};
