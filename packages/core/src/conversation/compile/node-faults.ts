import { conditionParts } from '../plan/condition-parts.ts';
import { holdsNever, takesNothing } from '../plan/date-sense.ts';
import type { Condition, Flow, Plan, PlanNode } from '../plan/plan.ts';
import { namesOf } from '../plan/plan-names.ts';
import { leadsOf } from '../plan/reach.ts';
import { exitOn } from '../plan/ways-out.ts';
import { outsideOf } from '../sentences/sentence.ts';
import { askingFaults } from './asking-faults.ts';
import { fault, interruptionFaults, type PlanFault, sentenceFaults } from './plan-fault.ts';

export const flowFaults = (plan: Plan, flow: Flow): readonly PlanFault[] => {
  const own = new Set(flow.nodes.map(node => node.id));
  const rootFault = own.has(flow.rootNode) ? [] : [fault(`flow:${flow.id}`, 'noRootNode', flow.rootNode)];
  return [...rootFault, ...flow.nodes.flatMap(node => nodeFaults(plan, own, node))];
};

const nodeFaults = (plan: Plan, own: ReadonlySet<string>, node: PlanNode): readonly PlanFault[] => {
  const where = `node:${node.id}`;
  const nowhere = [
    ...leadsOf(node)
      .filter(({ to }) => !own.has(to))
      .map(({ slot, to }) => ({ ...fault(where, 'leadsNowhere', to), slot })),
    ...(node.visits && node.visits.most < 1 ? [fault(where, 'badLimit', 'visits')] : []),
  ];
  switch (node.kind) {
    case 'goto':
      if (namesOf(plan).flows.has(node.flow)) return nowhere;
      return [...nowhere, fault(where, 'unknownFlow', node.flow)];
    case 'condition':
      return [...nowhere, ...node.branches.flatMap(branch => conditionFaults(plan, where, branch.when))];
    case 'hangup':
      return [...nowhere, ...sentenceFaults(plan, where, node.sentences)];
    case 'transfer':
    case 'sms':
    case 'webhook':
    case 'llm':
      return [...nowhere, ...askingFaults(plan, node)];
    case 'speak':
    case 'collect':
    case 'menu':
      return [
        ...nowhere,
        ...(node.sentences.length === 0 ? [fault(where, 'noSentence')] : []),
        ...sentenceFaults(plan, where, node.sentences),
        ...sentenceFaults(plan, where, [...(node.silence?.sentences ?? []), ...(node.notUnderstood?.sentences ?? [])]),
        ...interruptionFaults(plan, where, node.interruption),
        ...(node.silence && node.silence.ms <= 0 ? [fault(where, 'badLimit', 'silence')] : []),
        ...routerFaults(plan, node),
        ...ownFaults(plan, node),
      ];
  }
};

const routerFaults = (plan: Plan, node: Extract<PlanNode, { readonly routers: unknown }>): readonly PlanFault[] => {
  const where = `node:${node.id}`;
  const seen = new Set<string>();
  const faults: PlanFault[] = [];
  if (node.routers.length === 0 && (node.kind !== 'menu' || node.keys.length === 0))
    faults.push(fault(where, 'noWayOn'));
  for (const { on } of node.routers) {
    const key = exitOn(on);
    if (seen.has(key)) faults.push(fault(where, 'sameRouter', key));
    seen.add(key);
    if (typeof on !== 'string' && !namesOf(plan).intents.has(on.intent))
      faults.push(fault(where, 'unknownIntent', on.intent));
    if (on === 'collected' && node.kind !== 'collect') faults.push(fault(where, 'misplacedRouter', 'collected'));
  }
  if (node.kind === 'collect' && !seen.has('collected')) faults.push(fault(where, 'noCollected'));
  return faults;
};

/** What only collect and menu nodes can get wrong. */
const ownFaults = (plan: Plan, node: PlanNode): readonly PlanFault[] => {
  const where = `node:${node.id}`;
  if (node.kind === 'menu') {
    const keys = node.keys.map(({ key }) => key);
    return keys
      .filter((key, index) => !/^[0-9*#]$/.test(key) || keys.indexOf(key) !== index)
      .map(key => fault(where, 'badKey', key));
  }
  if (node.kind !== 'collect') return [];
  const unknown = namesOf(plan).variables.has(node.variable) ? [] : [fault(where, 'unknownVariable', node.variable)];
  const { accepts } = node;
  const bad =
    (accepts.type === 'choice' &&
      (accepts.options.length === 0 || accepts.options.some(option => !option.words.some(word => word.trim())))) ||
    (accepts.type === 'keys' && (accepts.min < 1 || accepts.max < accepts.min)) ||
    ((accepts.type === 'number' || accepts.type === 'amount') &&
      (accepts.min ?? -Infinity) > (accepts.max ?? Infinity)) ||
    (accepts.type === 'date' && accepts.within !== undefined && takesNothing(accepts.within));
  return [
    ...unknown,
    ...(bad ? [fault(where, 'badAnswer', accepts.type)] : []),
    ...sentenceFaults(plan, where, outsideOf(accepts)),
  ];
};

const conditionFaults = (plan: Plan, where: string, when: Condition): readonly PlanFault[] =>
  conditionParts(when).flatMap(part => {
    if ('timeOfDay' in part) return [];
    const known = namesOf(plan).variables.has(part.variable) ? [] : [fault(where, 'unknownVariable', part.variable)];
    return part.is === 'date' && holdsNever(part.date) ? [...known, fault(where, 'badDate')] : known;
  });
