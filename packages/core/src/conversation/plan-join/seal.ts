import { ownOf } from '../plan/exit.ts';
import type {
  BorrowedWords,
  Interruption,
  KnowledgeItem,
  LevelCondition,
  LevelRule,
  Plan,
  PlanNode,
  Recognised,
  Router,
} from '../plan/plan.ts';

/**
 * A plan that runs and shows nobody how (decision 131). Every name and id that its author chose and that would come to light
 * in records, live pages, statistics or sheets is replaced by a number; what it listens for, its conditions and its rules stay
 * inside, for it must run. What it says, what it collects and which tags it gives is seen by whoever calls with it.
 */
export interface Sealed {
  readonly plan: Plan;
  /** What nodes, intents and questions are called by from now on, for what names them beside the plan. */
  readonly nodes: ReadonlyMap<string, string>;
  readonly exitOf: (exit: string) => string;
}

/**
 * What of a plan nobody may be made to run unseen: nodes that send what callees say to a system of their author's or to a model,
 * or calls to a number of his. Names of such nodes; empty: it may be closed.
 */
export const closedFaults = ({ flows }: Plan): readonly string[] =>
  flows.flatMap(({ nodes }) =>
    nodes
      .filter(
        node =>
          node.kind === 'webhook' || node.kind === 'llm' || (node.kind === 'transfer' && node.to.type === 'outside'),
      )
      .map(({ name }) => name),
  );

/** The words that intents and questions take from groups of their merchant's library, as their own: elsewhere are no such groups. */
export const withOwnWords = (plan: Plan, borrowed: readonly BorrowedWords[]): Plan => {
  const groupsById = new Map(borrowed.map(group => [group.id, group.recognised]));
  const own = <T extends Recognised>({ groups = [], ...item }: T): T =>
    groups.reduce<T>((sum, id) => {
      const more = groupsById.get(id);
      return more === undefined ? sum : withWords(sum, more);
    }, item as T);
  const { borrowed: _, ...rest } = plan;
  return { ...rest, intents: plan.intents.map(own), knowledge: plan.knowledge.map(own) };
};

const wordLists = ['words', 'combined', 'exact', 'patterns', 'sounds', 'likes', 'except', 'meanings'] as const;

const withWords = <T extends Recognised>(item: T, more: Omit<Recognised, 'groups'>): T => {
  const lists = wordLists.flatMap(list => {
    const added: readonly unknown[] = more[list] ?? [];
    return added.length === 0 ? [] : [[list, [...(item[list] ?? []), ...added]] as const];
  });
  return { ...item, ...Object.fromEntries(lists) };
};

const numbered = (ids: readonly string[], letter: string): ReadonlyMap<string, string> =>
  new Map([...new Set(ids)].map((id, index) => [id, `${letter}${index + 1}`]));

interface Ids {
  readonly flow: (id: string) => string;
  readonly node: (id: string) => string;
  readonly intent: (id: string) => string;
  readonly exit: (exit: string) => string;
}

/** A plan of which {@link closedFaults} finds nothing. */
export const sealPlan = (plan: Plan): Sealed => {
  const all = plan.flows.flatMap(({ nodes }) => nodes);
  const byId = (items: readonly { readonly id: string }[], letter: string) =>
    numbered(
      items.map(({ id }) => id),
      letter,
    );
  const [flows, nodes] = [byId(plan.flows, 'f'), byId(all, 'n')];
  const [intents, items] = [byId(plan.intents, 'i'), byId(plan.knowledge, 'k')];
  const kinds = { intent: intents, knowledge: items, flow: flows } as const;
  // What names nothing is a fault of the plan, and stays one without its author's word.
  const by = (map: ReadonlyMap<string, string>) => (id: string) => (id === '' ? '' : (map.get(id) ?? 'x0'));
  const exitOf = (exit: string): string => {
    const own = ownOf(exit);
    if (own === null || own.kind === 'key') return exit;
    const map: ReadonlyMap<string, string> | undefined = kinds[own.kind as keyof typeof kinds];
    return `${own.kind}:${map?.get(own.id) ?? 'x0'}`;
  };
  const ids: Ids = { flow: by(flows), node: by(nodes), intent: by(intents), exit: exitOf };
  let place = 0;
  const sealed: Plan = {
    ...plan,
    closed: true,
    rootFlow: ids.flow(plan.rootFlow),
    flows: plan.flows.map((flow, index) => ({
      id: ids.flow(flow.id),
      name: `流程 ${index + 1}`,
      rootNode: ids.node(flow.rootNode),
      nodes: flow.nodes.map(node => {
        place += 1;
        return sealedNode(node, `节点 ${place}`, ids);
      }),
    })),
    intents: plan.intents.map((intent, index) => ({
      ...intent,
      id: ids.intent(intent.id),
      name: `意图 ${index + 1}`,
    })),
    knowledge: plan.knowledge.map((item, index) => sealedItem(item, index, { ...ids, item: by(items) })),
    levelRules: plan.levelRules.map((rule, index) => sealedRule(rule, index, ids)),
    defaults: sealedDefaults(plan.defaults),
  };
  return { plan: sealed, nodes, exitOf };
};

/** Its sentences are not shown to a model, nor spoken by a voice of its author's. */
const sealedDefaults = ({ modelMs: _, voice, ...defaults }: Plan['defaults']): Plan['defaults'] => {
  if (voice === undefined) return defaults;
  const { by: __, ...own } = voice;
  return { ...defaults, voice: own };
};

const sealedInterruption = (interruption: Interruption, ids: Ids): Interruption =>
  interruption.when === 'onIntents' ? { ...interruption, intents: interruption.intents.map(ids.intent) } : interruption;

const sealedRouter = ({ on, to }: Router, ids: Ids): Router => ({
  on: typeof on === 'string' ? on : { intent: ids.intent(on.intent) },
  to: ids.node(to),
});

/** What all nodes have, under its new name; where they stand is drawn by nobody. */
const sealedBase = ({ id, visits }: PlanNode, name: string, ids: Ids) => ({
  id: ids.node(id),
  name,
  ...(visits && { visits: { most: visits.most, to: ids.node(visits.to) } }),
});

const sealedNode = (whole: PlanNode, name: string, ids: Ids): PlanNode => {
  const { at: _, ...node } = whole;
  const base = sealedBase(whole, name, ids);
  switch (node.kind) {
    case 'speak':
    case 'collect':
      return { ...node, ...base, ...listening(node, ids) };
    case 'menu': {
      const keys = node.keys.map(({ key, to }) => ({ key, label: key, to: ids.node(to) }));
      return { ...node, ...base, ...listening(node, ids), keys };
    }
    case 'condition': {
      const branches = node.branches.map(({ when, to }) => ({ when, to: ids.node(to) }));
      return { ...node, ...base, branches, otherwise: ids.node(node.otherwise) };
    }
    case 'transfer':
      return { ...node, ...base, otherwise: ids.node(node.otherwise) };
    case 'sms':
      return { ...node, ...base, sent: ids.node(node.sent), failed: ids.node(node.failed) };
    case 'webhook':
      return { ...node, ...base, done: ids.node(node.done), failed: ids.node(node.failed) };
    case 'llm': {
      const exits = node.exits.map((exit, index) => ({ ...exit, name: `出口 ${index + 1}`, to: ids.node(exit.to) }));
      const interruption = sealedInterruption(node.interruption, ids);
      return { ...node, ...base, interruption, exits, failed: ids.node(node.failed) };
    }
    case 'goto':
      return { ...node, ...base, flow: ids.flow(node.flow) };
    case 'hangup':
      return { ...node, ...base };
  }
};

const listening = (node: { readonly interruption: Interruption; readonly routers: readonly Router[] }, ids: Ids) => ({
  interruption: sealedInterruption(node.interruption, ids),
  routers: node.routers.map(router => sealedRouter(router, ids)),
});

const sealedItem = (
  item: KnowledgeItem,
  index: number,
  ids: Ids & { readonly item: (id: string) => string },
): KnowledgeItem => ({
  ...item,
  id: ids.item(item.id),
  name: `问题 ${index + 1}`,
  interruption: sealedInterruption(item.interruption, ids),
  next: 'goto' in item.next ? { goto: ids.node(item.next.goto) } : item.next,
});

const sealedRule = (rule: LevelRule, index: number, ids: Ids): LevelRule => ({
  ...rule,
  name: `规则 ${index + 1}`,
  when: rule.when.map((condition): LevelCondition => {
    switch (condition.fact) {
      case 'passedNode':
        return { ...condition, node: ids.node(condition.node) };
      case 'leftNode':
        return { ...condition, node: ids.node(condition.node), by: ids.exit(condition.by) };
      case 'metIntent':
        return { ...condition, intent: ids.intent(condition.intent) };
      default:
        return condition;
    }
  }),
});
