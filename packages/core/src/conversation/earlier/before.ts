import { type Exit, isExit } from '../plan/exit.ts';
import type { Intent, Plan, PlanNode } from '../plan/plan.ts';
import { waysOut } from '../plan/ways-out.ts';
import { each, isObject, type Loose, put } from './loose.ts';

/*
 * What earlier releases wrote: they called exits and meanings by their Chinese words, and a merchant's things by their
 * names. Read once, where it comes in (migration 0044, plan files, graphs from other programs); nothing behind knows of it.
 */

const words: ReadonlyMap<string, Exit> = new Map([
  ['肯定', 'yes'],
  ['否定', 'no'],
  ['拒绝', 'refuse'],
  ['默认', 'other'],
  ['无应答', 'silence'],
  ['未识别', 'notUnderstood'],
  ['采集成功', 'collected'],
  ['采集', 'collected'],
  ['满足条件', 'holds'],
  ['其他情况', 'otherwise'],
  ['已发送', 'sent'],
  ['没发出', 'notSent'],
  ['成功', 'done'],
  ['失败', 'failed'],
  ['没接通', 'notReached'],
  ['已转接', 'transferred'],
  ['再说一遍', 'repeated'],
  ['答后回到原处', 'askedAgain'],
  ['答后继续', 'resumed'],
  ['答后跳转', 'wentElsewhere'],
  ['答后挂断', 'saidGoodbye'],
  ['客户挂断', 'calleeHungUp'],
  ['机器人挂断', 'robotHungUp'],
  ['人工挂断', 'userHungUp'],
  ['平台挂断', 'platformHungUp'],
  ['通话过长', 'tooLong'],
  ['轮次已满', 'tooManyTurns'],
  ['原地打转', 'circling'],
] as const);

/** What the plan calls things by; null where it is not at hand, and only our own words are known. */
export type PlanBefore = Pick<Plan, 'flows' | 'intents' | 'knowledge'> | null;

const ours = (word: string): Exit | undefined =>
  words.get(word) ?? (/^按键 [0-9*#]$/.test(word) ? `key:${word.at(-1)!}` : undefined);

/** What of a plan has a name, each found at once: it is asked for every word of a million calls, or of a graph without bounds. */
interface Named {
  readonly nodes: ReadonlyMap<string, NamedNode>;
  readonly intents: ReadonlyMap<string, Intent>;
  /** Intents, then items of the knowledge base. */
  readonly meanings: ReadonlyMap<string, Exit>;
  /** By their labels. */
  readonly keys: ReadonlyMap<string, Exit>;
}
interface NamedNode {
  readonly node: PlanNode;
  readonly exits: ReadonlySet<Exit>;
  readonly named: ReadonlyMap<string, Exit>;
}

const made = new WeakMap<NonNullable<PlanBefore>, Named>();

/** The first of a name counts. */
const firsts = <T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> => new Map(entries.toReversed());

const namesOf = (plan: NonNullable<PlanBefore>): Named => {
  const known = made.get(plan);
  if (known) return known;
  const nodes = plan.flows.flatMap(flow => flow.nodes);
  const intents = new Map(plan.intents.map(({ id, name }) => [`intent:${id}`, name]));
  const nodeOf = (node: PlanNode): NamedNode => {
    const exits = waysOut(node).map(({ exit }) => exit);
    const names = new Map(node.kind === 'llm' ? node.exits.map(({ id, name }) => [`exit:${id}`, name]) : []);
    const named = exits.map(exit => [names.get(exit) ?? intents.get(exit) ?? '', exit] as const);
    return { node, exits: new Set(exits), named: firsts(named) };
  };
  const named: Named = {
    nodes: firsts(nodes.map(node => [node.id, nodeOf(node)])),
    intents: firsts(plan.intents.map(intent => [intent.name, intent])),
    meanings: firsts([
      ...plan.intents.map(({ id, name }) => [name, `intent:${id}`] as const),
      ...plan.knowledge.map(({ id, name }) => [name, `knowledge:${id}`] as const),
    ]),
    keys: firsts(
      nodes.flatMap(node =>
        node.kind === 'menu' ? node.keys.map(({ key, label }) => [label, `key:${key}`] as const) : [],
      ),
    ),
  };
  made.set(plan, named);
  return named;
};

/** The exit that a word named at a node; an intent without a way of its own went the way of what it means. */
export const exitBefore = (plan: PlanBefore, nodeId: string, word: string): Exit => {
  const names = plan && namesOf(plan);
  const at = names?.nodes.get(nodeId);
  const known = ours(word);
  const own = at?.named.get(word) ?? (known && at?.exits.has(known) ? known : undefined);
  if (own) return own;
  if (at?.node.kind === 'goto' && word.startsWith('转到')) return `flow:${at.node.flow}`;
  const means = names?.intents.get(word)?.means;
  const ways = means === 'refuse' ? (['refuse', 'no'] as const) : means ? [means] : [];
  return ways.find(way => at?.exits.has(way)) ?? known ?? names?.meanings.get(word) ?? nothingOf(word);
};

/** What a turn was understood as; a plan's own names come before ours, for an intent may be called 拒绝. */
export const meaningBefore = (plan: PlanBefore, word: string): Exit => {
  const names = plan && namesOf(plan);
  return names?.meanings.get(word) ?? ours(word) ?? names?.keys.get(word) ?? nothingOf(word);
};

/** What nobody can place; an id is one already, where old and new stand side by side. */
const nothingOf = (word: string): Exit => (isExit(word) ? word : `word:${word}`);

const meaning = (value: unknown): unknown => (typeof value === 'string' ? (words.get(value) ?? value) : value);

/** One node, as another program sends it. */
export const nodeOfAnyRelease = (node: unknown): unknown => (isObject(node) ? nodeBefore(node) : node);

const nodeBefore = (node: Loose): Loose =>
  put(node, 'routers', routers => each(routers, router => put(router, 'on', meaning)));

const withMeanings = (plan: Loose): Loose => {
  const flow = (one: Loose) => put(one, 'nodes', nodes => each(nodes, nodeBefore));
  const intent = (one: Loose) => put(one, 'means', meaning);
  const flows = put(plan, 'flows', all => each(all, flow));
  return put(flows, 'intents', all => each(all, intent));
};

/** The rules of a plan; `plan` has its meanings already, and is whole enough to be asked for its names. */
export const rulesBefore = (rules: unknown, plan: PlanBefore): unknown => {
  const condition = (one: Loose) =>
    one.fact === 'leftNode' && typeof one.by === 'string' && one.by !== ''
      ? { ...one, by: exitBefore(plan, String(one.node), one.by) }
      : one;
  return each(rules, rule => put(rule, 'when', when => each(when, condition)));
};

/** A graph that is whole enough to be asked for its names; null: it is none, and nobody waits for it. */
export const namesIn = (graph: unknown): Plan | null => {
  if (!isObject(graph)) return null;
  const { flows, intents, knowledge } = graph;
  const areFlows = Array.isArray(flows) && flows.every(flow => isObject(flow) && isListOf(flow.nodes, isNode));
  return areFlows && isListOf(intents, isObject) && isListOf(knowledge, isObject) ? (graph as unknown as Plan) : null;
};
const isListOf = (value: unknown, is: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);
const isNode = (node: unknown): boolean => {
  try {
    return waysOut(node as PlanNode) !== undefined;
  } catch {
    return false;
  }
};

/** A graph as an earlier release kept it, as it is now; whatever else is given comes back as it is. */
export const planBefore = (value: unknown): unknown => {
  if (!isObject(value)) return value;
  const plan = withMeanings(value);
  return put(plan, 'levelRules', rules => rulesBefore(rules, namesIn(plan)));
};

/** A graph of now or of before: what another program has kept and sends again. */
export const planOfAnyRelease = (value: unknown): unknown => (isBefore(value) ? planBefore(value) : value);

const isBefore = (value: unknown): boolean => {
  let found = false;
  const look = (word: unknown) => {
    if (typeof word === 'string' && words.has(word)) found = true;
  };
  if (!isObject(value)) return false;
  each(value.flows, flow =>
    each(flow.nodes, node =>
      each(node.routers, ({ on }) => {
        look(on);
      }),
    ),
  );
  each(value.intents, ({ means }) => {
    look(means);
  });
  each(value.levelRules, rule =>
    each(rule.when, ({ fact, by }) => {
      if (fact === 'leftNode' && typeof by === 'string' && by !== '' && !isExit(by)) found = true;
    }),
  );
  return found;
};
