import type { CompiledPlan } from '../compile/compile.ts';
import type { Understood } from '../events/events.ts';
import type { When } from '../events/when.ts';
import type { BuiltInMeaning } from '../plan/exit.ts';
import type { KnowledgeItem, Router } from '../plan/plan.ts';
import type { Match, Owner } from '../recognition/match.ts';
import { type ListeningNode, routerOn, routersOf } from '../walk/routing.ts';

/*
 * What a sentence may mean at a node, and what of it the words of a plan mean there.
 */

export type Meant =
  | Answering
  | { readonly type: 'knowledge'; readonly item: KnowledgeItem; readonly understood: Understood }
  | {
      readonly type: 'router';
      readonly router: Router;
      readonly means: BuiltInMeaning | null;
      readonly understood: Understood;
      /** A question that was asked in the same breath: it is answered on the way onward. */
      readonly asked?: KnowledgeItem;
    }
  /** Words of the plan that lead nowhere from here. */
  | { readonly type: 'unrouted'; readonly means: BuiltInMeaning | null; readonly understood: Understood }
  /** 「喂？」, 「能听见吗？」: the robot says again what it said. */
  | { readonly type: 'again'; readonly understood: Understood }
  /** The node does not want to know. */
  | { readonly type: 'ignored' }
  | { readonly type: 'nothing' };

export interface Answering {
  readonly type: 'answer';
  readonly value: string;
  readonly understood: Understood;
  /** What a date means, beside its words. */
  readonly when?: When;
  /** Nothing of it is inside what the node takes. */
  readonly isOutside?: true;
  /** A question that was asked in the same breath: it is answered on the way onward. */
  readonly asked?: KnowledgeItem;
}

/** How often each item of the knowledge base was answered, by its id. */
export type Used = Readonly<Record<string, number>>;

/** Where a sentence is understood. */
export interface Place {
  readonly plan: CompiledPlan;
  readonly node: ListeningNode;
  readonly used: Used;
}

/**
 * Does the node listen to an item of the knowledge base? A free talk has the model for questions, and the global dialogue; where
 * something is asked for, an item that leads there would swallow the answer.
 */
export const itemActs = (
  node: ListeningNode,
  { common, next }: Partial<Pick<KnowledgeItem, 'common' | 'next'>>,
): boolean => {
  if (node.kind === 'llm') return common !== undefined;
  if (node.kind === 'collect' && next !== undefined && 'goto' in next && next.goto === node.id) return false;
  const { ignoring } = node;
  if (ignoring?.speech) return ignoring.speech === 'allButRefusals' && common === 'refusal';
  return common === undefined ? ignoring?.knowledge !== true : ignoring?.common !== true;
};

export const acts = ({ plan, node }: Place, { entry, means }: Match): boolean => {
  if (entry.kind === 'knowledge') return itemActs(node, plan.knowledge.get(entry.id) ?? {});
  const speech = 'ignoring' in node ? node.ignoring?.speech : undefined;
  return speech === undefined || (speech === 'allButRefusals' && means === 'refuse');
};

/** The best of these that leads anywhere from here, else an intent that does not. */
export const meantByWords = (place: Place, matches: readonly Match[]): Meant => {
  const ranked = [...matches].sort(byRank);
  for (const match of ranked) {
    const meant = wayFrom(place, match);
    if (meant) return meant;
  }
  const best = ranked.find(match => match.entry.kind === 'intent');
  if (!best) return { type: 'nothing' };
  return { type: 'unrouted', means: best.means ?? null, understood: understoodBy(place.plan, best) };
};

/** Higher priority, then the longer word, then a way of the node before the knowledge base, then what was said first. */
const byRank = (a: Match, b: Match): number =>
  b.entry.priority - a.entry.priority ||
  b.end - b.start - (a.end - a.start) ||
  Number(a.entry.kind === 'knowledge') - Number(b.entry.kind === 'knowledge') ||
  a.start - b.start;

/** Where a match leads from here; null: nowhere. */
const wayFrom = ({ plan, node, used }: Place, match: Match): Meant | null => {
  const understood = understoodBy(plan, match);
  if (match.entry.kind === 'knowledge') {
    const item = plan.knowledge.get(match.entry.id);
    return item && (used[item.id] ?? 0) < item.limit ? { type: 'knowledge', item, understood } : null;
  }
  const router = routerFor(node, match);
  return router && { type: 'router', router, means: match.means ?? null, understood };
};

/** By what a whole sentence or clause was understood, whatever the words of the plan are. */
export interface By {
  readonly by: 'words' | 'act';
  readonly matched: string;
  readonly score?: number;
}

/** The first of these owners that has a way from here, taken for what was heard; null: none has. */
export const wayOfOwner = (place: Place, owners: readonly Owner[], { by, matched, score }: By): Meant | null => {
  const span = { start: 0, end: matched.length, negated: false, ...(score !== undefined && { score }) };
  for (const entry of owners) {
    const match: Match = { entry, by, heard: matched, ...span, ...(entry.means && { means: entry.means }) };
    const way = acts(place, match) ? wayFrom(place, match) : null;
    if (way) return way;
  }
  return null;
};

/** Where an item leads that a sentence asks for; null: it was answered often enough, or nobody listens to it here. */
export const wayOfItem = (place: Place, match: Match): Meant | null =>
  acts(place, match) ? wayFrom(place, match) : null;

/** By the intent itself, else by the meaning it gives words to; a refusal goes the way of a no where it has none. */
const routerFor = (node: ListeningNode, { entry, means, negated }: Match): Router | null => {
  const own = routersOf(node).find(({ on }) => typeof on !== 'string' && on.intent === entry.id);
  const wanted = (negated ? undefined : own) ?? (means && routerOn(node, means));
  return wanted ?? (means === 'refuse' ? routerOn(node, 'no') : undefined) ?? null;
};

/** A negated word means what it was turned into; otherwise it is the intent or item itself. */
const understoodBy = (plan: CompiledPlan, { entry, by, heard, means, negated, score }: Match): Understood => {
  const named = entry.kind === 'knowledge' ? plan.knowledge.get(entry.id) : plan.intents.get(entry.id);
  const what =
    negated && means
      ? { meaning: means, name: '' }
      : { meaning: `${entry.kind}:${entry.id}` as const, name: named?.name ?? '' };
  return { ...what, by, matched: heard, ...(score !== undefined && { score }) };
};

/** A question that is answered on the way: who asks it is led nowhere else by it. */
export const isAside = ({ common, next }: KnowledgeItem): boolean =>
  'resume' in next && (common === undefined || common === 'whoAreYou');
