import type { Plan } from '../plan/plan.ts';
import { deadLoops, unreachable } from '../plan/reach.ts';
import { flowFaults } from './node-faults.ts';
import { amountFaults, defaultFaults, knowledgeFaults, levelFaults } from './part-faults.ts';
import { type FaultKey, fault, type PlanFault, wordFaults } from './plan-fault.ts';

export type { FaultKey, PlanFault } from './plan-fault.ts';

/** All faults of a plan, in the order of its parts. What {@link stopsCalls} says no to leaves it callable. */
export const faultsOf = (plan: Plan): readonly PlanFault[] => {
  const root = plan.flows.find(flow => flow.id === plan.rootFlow);
  const shape = [
    ...(root ? [] : [fault('flow', 'noRootFlow', plan.rootFlow)]),
    ...sameIds('flow', plan.flows),
    ...sameIds(
      'node',
      plan.flows.flatMap(flow => flow.nodes),
    ),
    ...sameIds('intent', plan.intents),
    // One name space with nodes: a path and an interruption name both kinds.
    ...sameIds('knowledge', plan.knowledge, [...plan.flows.flatMap(flow => flow.nodes), ...plan.intents]),
    ...sameIds(
      'variables',
      plan.variables.map(variable => ({ id: variable.name })),
    ),
  ];
  const parts = [
    ...plan.flows.flatMap(flow => flowFaults(plan, flow)),
    ...plan.intents.flatMap(intent => wordFaults(`intent:${intent.id}`, intent)),
    ...knowledgeFaults(plan),
    ...amountFaults(plan),
    ...levelFaults(plan),
    ...defaultFaults(plan),
  ];
  // Reaching and looping are only worth saying of a graph whose ids and edges are sound.
  if (shape.length > 0) return [...shape, ...parts];
  return [
    ...parts,
    ...unreachable(plan).map(id => fault(`node:${id}`, 'unreachable')),
    ...deadLoops(plan).map(id => fault(`node:${id}`, 'loopsWithoutListening')),
  ];
};

interface Named {
  readonly id: string;
}

const sameIds = (kind: string, items: readonly Named[], taken: readonly Named[] = []): readonly PlanFault[] => {
  const seen = new Set(taken.map(({ id }) => id));
  return items.flatMap(({ id }) => {
    const twice = seen.has(id);
    seen.add(id);
    return twice ? [fault(`${kind}:${id}`, 'sameId', id)] : [];
  });
};

/** What keeps a plan from being published, and not from being called with where it was published before the rule came. */
const sincePublished: ReadonlySet<FaultKey> = new Set([
  'openingLacks',
  'tooMuch',
  'unknownExit',
  'unknownSeat',
  'unknownGroup',
]);

export const stopsCalls = ({ fault }: PlanFault): boolean => !sincePublished.has(fault);

/** A draft may say too little of itself when it is tried; one that would become too much is not made ready at all. */
export const stopsTrials = ({ fault }: PlanFault): boolean => fault !== 'openingLacks';
