import { answerIn } from '../answers/answers.ts';
import type { Asked } from '../answers/when/when.ts';
import type { CompiledPlan } from '../compile/compile.ts';
import type { Understood } from '../events/events.ts';
import type { When } from '../events/when.ts';
import type { BuiltInMeaning } from '../plan/exit.ts';
import type { CollectNode, KnowledgeItem, Router } from '../plan/plan.ts';
import { wantsNoCalls } from '../recognition/call-wish/call-wish.ts';
import { isBackchannel, saysNothingBut } from '../recognition/lexicon.ts';
import type { Match } from '../recognition/match.ts';
import { recognise } from '../recognition/recognise.ts';
import { tidy } from '../recognition/text.ts';
import { type ListeningNode, routerOn, routersOf } from '../walk/routing.ts';

/** What a sentence means at a node. */
export type Meant =
  /** `when`: what a date means, beside its words. */
  | { readonly type: 'answer'; readonly value: string; readonly understood: Understood; readonly when?: When }
  | { readonly type: 'knowledge'; readonly item: KnowledgeItem; readonly understood: Understood }
  | {
      readonly type: 'router';
      readonly router: Router;
      readonly means: BuiltInMeaning | null;
      readonly understood: Understood;
    }
  /** Words of the plan that lead nowhere from here. */
  | { readonly type: 'unrouted'; readonly means: BuiltInMeaning | null; readonly understood: Understood }
  /** The node does not want to know. */
  | { readonly type: 'ignored' }
  | { readonly type: 'nothing' };

/** A sentence of the callee, its syllables (one a character, none where the rim made none), and when it was said. */
export interface Sentence {
  readonly text: string;
  readonly syllables: readonly string[];
  /** Null where the merchant's day is not known. */
  readonly asked: Asked | null;
}

export interface Heard {
  readonly meant: Meant;
  /** Every intent and knowledge item the sentence holds words of; for level rules. */
  readonly met: readonly string[];
}

/**
 * Routing order: the node's answer, then knowledge and the node's routers by priority, then words that have no router
 * here. A refusal, a no or a question comes before an answer that would swallow any text; a refusal also before a number
 * or date, which may stand in it by chance (「不要，一天打我三次」).
 */
export const understand = (
  plan: CompiledPlan,
  node: ListeningNode,
  knowledgeUsed: Readonly<Record<string, number>>,
  { text, syllables, asked }: Sentence,
): Heard => {
  const matches = recognise(plan.recognition, text, syllables);
  const met = [...new Set(matches.filter(match => !match.negated).map(match => match.entry.id))];
  const acting = matches.filter(match => acts(plan, node, match));
  const byWords = meantByWords(plan, node, knowledgeUsed, acting);
  if ('ignoring' in node && node.ignoring?.speech) return { meant: unlessRefused(byWords), met };
  if (node.kind !== 'collect' || goesBefore(node, byWords, text)) return { meant: byWords, met };
  return { meant: answerMeant(node, text, asked) ?? byWords, met };
};

/** Does the node listen to an item of the knowledge base? A free talk has the model for questions, and the global dialogue. */
export const itemActs = (node: ListeningNode, { common }: Pick<KnowledgeItem, 'common'>): boolean => {
  if (node.kind === 'llm') return common !== undefined;
  const { ignoring } = node;
  if (ignoring?.speech) return ignoring.speech === 'allButRefusals' && common === 'refusal';
  return common === undefined ? ignoring?.knowledge !== true : ignoring?.common !== true;
};

const acts = (plan: CompiledPlan, node: ListeningNode, { entry, means }: Match): boolean => {
  if (entry.kind === 'knowledge') return itemActs(node, plan.knowledge.get(entry.id) ?? {});
  const speech = 'ignoring' in node ? node.ignoring?.speech : undefined;
  return speech === undefined || (speech === 'allButRefusals' && means === 'refuse');
};

/** Words at a node that ignores them: a refusal it does not ignore, and nothing else. */
const unlessRefused = (meant: Meant): Meant =>
  meant.type === 'router' || meant.type === 'knowledge' ? meant : { type: 'ignored' };

const answerMeant = (node: CollectNode, text: string, asked: Asked | null): Meant | null => {
  const answer = answerIn(node.accepts, text, asked);
  if (!answer) return null;
  const { value, by, matched, when } = answer;
  const understood = { meaning: 'collected', name: '', by, matched } as const;
  return { type: 'answer', value, understood, ...(when && { when }) };
};

const goesBefore = (node: CollectNode, meant: Meant, text: string): boolean => {
  if (node.accepts.type === 'choice' || meant.type === 'nothing' || meant.type === 'ignored' || meant.type === 'answer')
    return false;
  if (meant.type !== 'knowledge' && meant.means === 'refuse') return true;
  // 「再说一遍」 holds a number, too.
  if (meant.type === 'knowledge' && meant.item.common !== undefined) return true;
  if (node.accepts.type !== 'text') return false;
  if (meant.type === 'knowledge' || (meant.means !== 'yes' && meant.type === 'router')) return true;
  // A bare 「可以」 to 「您贵姓？」 is no answer.
  return saysNothingBut(text, meant.understood.matched);
};

const meantByWords = (
  plan: CompiledPlan,
  node: ListeningNode,
  knowledgeUsed: Readonly<Record<string, number>>,
  matches: readonly Match[],
): Meant => {
  const ranked = [...matches].sort(byRank);
  for (const match of ranked) {
    const meant = ways(plan, node, knowledgeUsed, match);
    if (meant) return meant;
  }
  const best = ranked.find(match => match.entry.kind === 'intent');
  if (!best) return { type: 'nothing' };
  return { type: 'unrouted', means: best.means ?? null, understood: understoodBy(plan, best) };
};

/** Higher priority, then the longer word, then a way of the node before the knowledge base, then what was said first. */
const byRank = (a: Match, b: Match): number =>
  b.entry.priority - a.entry.priority ||
  b.end - b.start - (a.end - a.start) ||
  Number(a.entry.kind === 'knowledge') - Number(b.entry.kind === 'knowledge') ||
  a.start - b.start;

const ways = (
  plan: CompiledPlan,
  node: ListeningNode,
  knowledgeUsed: Readonly<Record<string, number>>,
  match: Match,
): Meant | null => {
  const understood = understoodBy(plan, match);
  if (match.entry.kind === 'knowledge') {
    const item = plan.knowledge.get(match.entry.id);
    return item && (knowledgeUsed[item.id] ?? 0) < item.limit ? { type: 'knowledge', item, understood } : null;
  }
  const router = routerFor(node, match);
  return router && { type: 'router', router, means: match.means ?? null, understood };
};

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

/**
 * Does something said over a prompt count when the prompt has ended? A yes is one only to a question, a 「嗯」 while the
 * robot talks is none at all, and what nobody understands there is not worth asking about.
 */
export const countsOverPrompt = (plan: CompiledPlan, meant: Meant, text: string, overQuestion: boolean): boolean => {
  if (meant.type === 'nothing' || meant.type === 'ignored' || meant.type === 'unrouted') return false;
  if (meant.type === 'router' && meant.means === 'yes') return overQuestion && !saysOnlyListening(plan, text);
  return meant.type !== 'answer' || (overQuestion && !saysOnlyListening(plan, text));
};

/** 嗯, 对, 好的, and what the plan calls words of that kind. */
export const saysOnlyListening = ({ plan }: CompiledPlan, text: string): boolean => {
  if (isBackchannel(text)) return true;
  const bare = bareOf(text);
  return bare !== '' && (plan.defaults.backchannels ?? []).some(word => bareOf(word) === bare);
};

const bareOf = (text: string): string => tidy(text).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Does it ask not to be called again, by itself or by the words a plan has for it? That counts at any moment: also in a
 * greeting, over a farewell, or right before hanging up (docs/conversation.md#no-more-calls).
 */
export const asksForNoMoreCalls = (plan: CompiledPlan, text: string, syllables: readonly string[] = []): boolean =>
  wantsNoCalls(text) || hasWordsForIt(plan, text, syllables);

const hasWordsForIt = (plan: CompiledPlan, text: string, syllables: readonly string[]): boolean =>
  plan.noMoreCalls.size > 0 &&
  recognise(plan.recognition, text, syllables).some(({ entry, negated }) => !negated && plan.noMoreCalls.has(entry.id));
