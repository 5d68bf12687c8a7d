import type { Flow, Plan, PlanNode } from '@lianxian/core';
import { courseFollowUp } from '../../server/seed/course-follow-up.ts';
import type { House } from '../journeys/house/house.ts';
import { publishPlan } from '../journeys/house/plans.ts';

/**
 * The seeded plan with two doors more: a callee without a name goes straight to the booking, and one without a grade
 * straight to the menu that asks for a key. Over an ordinary line a callee without a recogniser can say nothing else.
 */
const planAtItsMenu = (): Plan => ({
  ...courseFollowUp,
  name: '试听课回访（按键）',
  flows: courseFollowUp.flows.map(flow =>
    flow.id === courseFollowUp.rootFlow ? withDoor(flow, 'name', 'book') : withDoor(flow, 'grade', 'confirmPhone'),
  ),
});

const withDoor = (flow: Flow, variable: string, otherwise: string): Flow => {
  const door: PlanNode = {
    kind: 'condition',
    id: `${flow.id}Door`,
    name: '直达',
    branches: [{ when: { variable, is: 'filled' }, to: flow.rootNode }],
    otherwise,
  };
  return { ...flow, rootNode: door.id, nodes: [door, ...flow.nodes] };
};

/** Published for the demo merchant. */
export const publishPlanAtItsMenu = (house: House): Promise<string> => publishPlan(house, planAtItsMenu());
