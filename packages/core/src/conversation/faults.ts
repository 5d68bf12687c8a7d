import type { Condition, Flow, Interruption, Plan, PlanNode, Recognised } from './plan.ts';
import { deadLoops, leadsOf, unreachable } from './reach.ts';
import { isRecognisedByNothing, unreadable } from './recognition/unreadable.ts';
import { variablesOf } from './sentence.ts';

/**
 * What is wrong with a plan, each with the place an editor can jump to (product.md §3: a plan can't be published while a
 * router leads nowhere or a node can't be reached).
 */
export type FaultKey =
  | 'noRootFlow'
  | 'noRootNode'
  | 'sameId'
  | 'noSentence'
  | 'emptySentence'
  | 'unknownVariable'
  | 'unknownIntent'
  | 'unknownFlow'
  | 'unknownNode'
  | 'leadsNowhere'
  | 'noWayOn'
  | 'sameRouter'
  | 'misplacedRouter'
  | 'noCollected'
  | 'badAnswer'
  | 'badKey'
  | 'unreachable'
  | 'loopsWithoutListening'
  | 'noWords'
  | 'noLevelRule'
  | 'badLimit';

export interface PlanFault {
  /** Where: `node:<id>`, `flow:<id>`, `intent:<id>`, `knowledge:<id>`, `level:<n>`, `variables` or `defaults`. */
  readonly where: string;
  readonly fault: FaultKey;
  /** The word, id or sentence in question; empty where the place says it all. */
  readonly detail: string;
}

/** All faults of a plan, in the order of its parts. An empty list means it can be called with. */
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

const fault = (where: string, key: FaultKey, detail = ''): PlanFault => ({ where, fault: key, detail });

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

const flowFaults = (plan: Plan, flow: Flow): readonly PlanFault[] => {
  const own = new Set(flow.nodes.map(node => node.id));
  const rootFault = own.has(flow.rootNode) ? [] : [fault(`flow:${flow.id}`, 'noRootNode', flow.rootNode)];
  return [...rootFault, ...flow.nodes.flatMap(node => nodeFaults(plan, own, node))];
};

const nodeFaults = (plan: Plan, own: ReadonlySet<string>, node: PlanNode): readonly PlanFault[] => {
  const where = `node:${node.id}`;
  const nowhere = leadsOf(node)
    .filter(to => !own.has(to))
    .map(to => fault(where, 'leadsNowhere', to));
  switch (node.kind) {
    case 'goto':
      return plan.flows.some(flow => flow.id === node.flow) ? [] : [fault(where, 'unknownFlow', node.flow)];
    case 'condition':
      return [...nowhere, ...node.branches.flatMap(branch => conditionFaults(plan, where, branch.when))];
    case 'hangup':
      return sentenceFaults(plan, where, node.sentences);
    case 'transfer':
    case 'sms':
    case 'webhook':
    case 'llm':
      return nowhere;
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
    const key = typeof on === 'string' ? on : `intent:${on.intent}`;
    if (seen.has(key)) faults.push(fault(where, 'sameRouter', key));
    seen.add(key);
    if (typeof on !== 'string' && !plan.intents.some(intent => intent.id === on.intent))
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
  const unknown = plan.variables.some(variable => variable.name === node.variable)
    ? []
    : [fault(where, 'unknownVariable', node.variable)];
  const { accepts } = node;
  const bad =
    (accepts.type === 'choice' &&
      (accepts.options.length === 0 || accepts.options.some(option => !option.words.some(word => word.trim())))) ||
    (accepts.type === 'keys' && (accepts.min < 1 || accepts.max < accepts.min)) ||
    (accepts.type === 'number' && (accepts.min ?? -Infinity) > (accepts.max ?? Infinity));
  return bad ? [...unknown, fault(where, 'badAnswer', accepts.type)] : unknown;
};

const conditionFaults = (plan: Plan, where: string, when: Condition): readonly PlanFault[] =>
  'timeOfDay' in when || plan.variables.some(variable => variable.name === when.variable)
    ? []
    : [fault(where, 'unknownVariable', when.variable)];

const interruptionFaults = (plan: Plan, where: string, interruption: Interruption): readonly PlanFault[] => {
  if (interruption.when === 'after') return interruption.ms < 0 ? [fault(where, 'badLimit', 'interruption')] : [];
  if (interruption.when !== 'onIntents') return [];
  return interruption.intents
    .filter(id => ![...plan.intents, ...plan.knowledge].some(known => known.id === id))
    .map(id => fault(where, 'unknownIntent', id));
};

const sentenceFaults = (plan: Plan, where: string, sentences: readonly string[]): readonly PlanFault[] =>
  sentences.flatMap(text => {
    if (text.trim() === '') return [fault(where, 'emptySentence')];
    return variablesOf(text)
      .filter(name => !plan.variables.some(variable => variable.name === name))
      .map(name => fault(where, 'unknownVariable', name));
  });

const wordFaults = (where: string, recognised: Recognised): readonly PlanFault[] => {
  const unread = unreadable(recognised);
  return isRecognisedByNothing(recognised) || unread.length > 0 ? [fault(where, 'noWords', unread[0])] : [];
};

const knowledgeFaults = (plan: Plan): readonly PlanFault[] => {
  const nodes = new Set(plan.flows.flatMap(flow => flow.nodes.map(node => node.id)));
  return plan.knowledge.flatMap(item => {
    const where = `knowledge:${item.id}`;
    return [
      ...wordFaults(where, item),
      ...(item.answers.length === 0 ? [fault(where, 'noSentence')] : []),
      ...sentenceFaults(plan, where, item.answers),
      ...interruptionFaults(plan, where, item.interruption),
      ...(item.limit < 1 ? [fault(where, 'badLimit', 'limit')] : []),
      ...('goto' in item.next && !nodes.has(item.next.goto) ? [fault(where, 'leadsNowhere', item.next.goto)] : []),
    ];
  });
};

const levelFaults = (plan: Plan): readonly PlanFault[] => {
  const nodes = new Set(plan.flows.flatMap(flow => flow.nodes.map(node => node.id)));
  const known = {
    intents: new Set([...plan.intents, ...plan.knowledge].map(({ id }) => id)),
    variables: new Set(plan.variables.map(({ name }) => name)),
  };
  const faults = plan.levelRules.flatMap(({ when }, index) =>
    when.flatMap((condition): readonly PlanFault[] => {
      const where = `level:${index}`;
      if (condition.fact === 'passedNode' && !nodes.has(condition.node))
        return [fault(where, 'unknownNode', condition.node)];
      if (condition.fact === 'metIntent' && !known.intents.has(condition.intent))
        return [fault(where, 'unknownIntent', condition.intent)];
      if (condition.fact === 'answered' && !known.variables.has(condition.variable))
        return [fault(where, 'unknownVariable', condition.variable)];
      return [];
    }),
  );
  // Without a last rule that always holds a call could end without a level.
  return plan.levelRules.at(-1)?.when.length === 0 ? faults : [...faults, fault('level', 'noLevelRule')];
};

const defaultFaults = (plan: Plan): readonly PlanFault[] => {
  const { silence, notUnderstood, longestMs, mostTurns, announcement, farewell } = plan.defaults;
  const limits = { silence: silence.ms, longest: longestMs, mostTurns };
  return [
    ...Object.entries(limits).flatMap(([name, limit]) => (limit > 0 ? [] : [fault('defaults', 'badLimit', name)])),
    ...sentenceFaults(plan, 'defaults', [
      ...silence.sentences,
      ...notUnderstood.sentences,
      ...(announcement === '' ? [] : [announcement]),
      ...(farewell === undefined ? [] : [farewell]),
    ]),
  ];
};
