import type { callEndpoints, OutputOf } from '@lianxian/contract';
import type { Flow, Plan, PlanNode } from '@lianxian/core';

type Shown = OutputOf<typeof callEndpoints.graph>['flows'][number];
type Ways = Shown['ways'];

/** Whatever a node holds that is the id of another one of its flow leads there. */
const leadsTo = (value: unknown, ids: ReadonlySet<string>): readonly string[] => {
  if (typeof value === 'string') return ids.has(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(part => leadsTo(part, ids)) : [];
};

const waysOf = ({ nodes }: Flow): Ways => {
  const ids = new Set(nodes.map(({ id }) => id));
  return nodes.flatMap(({ id, name: _, ...rest }) => [...new Set(leadsTo(rest, ids))].map(to => ({ from: id, to })));
};

/** Apart, of nodes that nobody placed. */
const ACROSS_PX = 280;
const DOWN_PX = 140;

/** How many ways lead to each node from the root; what no way leads to stands below all. */
const depthsOf = ({ nodes, rootNode }: Flow, ways: Ways): ReadonlyMap<string, number> => {
  const depths = new Map([[rootNode, 0]]);
  // A map is gone through in the order of its entries, those that come meanwhile too.
  for (const [at, depth] of depths)
    for (const { from, to } of ways) if (from === at && !depths.has(to)) depths.set(to, depth + 1);
  const lowest = Math.max(...depths.values()) + 1;
  return new Map(nodes.map(({ id }) => [id, depths.get(id) ?? lowest]));
};

const spotsOf = (flow: Flow, ways: Ways): ((node: PlanNode) => { readonly x: number; readonly y: number }) => {
  if (flow.nodes.every(({ at }) => at)) return ({ at }) => at ?? { x: 0, y: 0 };
  const depths = depthsOf(flow, ways);
  const inRow = new Map<number, number>();
  const spots = new Map(
    flow.nodes.map(({ id }) => {
      const depth = depths.get(id) ?? 0;
      const nth = inRow.get(depth) ?? 0;
      inRow.set(depth, nth + 1);
      return [id, { x: nth * ACROSS_PX, y: depth * DOWN_PX }];
    }),
  );
  return ({ id }) => spots.get(id) ?? { x: 0, y: 0 };
};

/** The flows of a plan in which a call came by one of these nodes. */
export const flowsPassed = (plan: Plan, passed: ReadonlySet<string>): Shown[] =>
  plan.flows
    .filter(({ nodes }) => nodes.some(({ id }) => passed.has(id)))
    .map(flow => {
      const ways = waysOf(flow);
      const spotOf = spotsOf(flow, ways);
      const nodes = flow.nodes.map(node => {
        const { x, y } = spotOf(node);
        return { id: node.id, name: node.name, x, y };
      });
      return { id: flow.id, name: flow.name, nodes, ways: [...ways] };
    });
