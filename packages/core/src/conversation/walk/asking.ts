import { after } from '../../kit/index.ts';
import type { Answered, Ask } from '../events/events.ts';
import type { LlmNode, SmsNode, TransferNode, WebhookNode } from '../plan/plan.ts';
import { fillersOf, renderSentence, variablesOf } from '../sentences/sentence.ts';
import { valueNamed } from '../sentences/values.ts';
import { ANNOUNCING_MS, DEFAULT_FILLER_MS, FILLER_PAUSE_MS, SMS_LIMIT_MS, WAITING_PAUSE_MS } from './limits.ts';
import { saying, sayNext } from './speaking.ts';
import { clearTimer, type Draft, patch, setTimer } from './state.ts';

/*
 * Asking the world (a webhook, a language model, a text message, somebody to be rung). Until it answers nobody hears a dead
 * line: a filler is said in time, and again; after the limit the conversation goes on without an answer.
 */

/** Asks, and from now on waits: for the answer, the limit, or a filler's turn. */
export const askWorld = (draft: Draft, what: Ask, limitMs: number): Draft => {
  for (const timer of ['silence', 'sentenceEnd', 'keys'] as const) clearTimer(draft, timer);
  const ask = draft.state.asks + 1;
  patch(draft, { kind: 'asking', asks: ask, asking: { ask, what, answer: null, fillers: 0 } });
  patch(draft, { queue: [], afterQueue: { type: 'ask' }, keys: null, silenceDue: null });
  draft.effects.push({ type: 'ask', ask, what, limitMs });
  noteAsked(draft, what, 'asked', detailOf(what));
  setTimer(draft, 'ask', after(draft.at, limitMs));
  awaitFiller(draft);
  return draft;
};

/** Nobody waits for the answer any more. */
export const unask = (draft: Draft): Draft => {
  const { asking } = draft.state;
  if (!asking) return draft;
  if (asking.answer === null) draft.effects.push({ type: 'unask', ask: asking.ask });
  return forget(draft);
};

/** The ask is over, one way or the other. */
export const forget = (draft: Draft): Draft => {
  clearTimer(draft, 'ask');
  clearTimer(draft, 'filler');
  return patch(draft, { asking: null });
};

export const noteAsked = (draft: Draft, what: Ask, outcome: 'asked' | Answered['type'], detail: string): void => {
  const note = { at: draft.at, node: what.node, kind: what.type, outcome, detail };
  draft.effects.push({ type: 'note', note: { type: 'asked', ...note } });
};

/** What the transcript shows of it: never a value, which may be private. */
const detailOf = (what: Ask): string => {
  switch (what.type) {
    case 'webhook':
      return what.url.replace(/[?#].*$/s, '');
    case 'sms':
      return what.template;
    case 'transfer':
      return targetOf(what.to);
    case 'llm':
    case 'meaning':
      return '';
  }
};

/** A seat's or a group's id says nothing to who reads it; who took the call stands among the call's legs. */
const targetOf = (to: TransferNode['to']): string => (to.type === 'outside' ? to.number : '');

/** When the robot speaks again unless the answer comes first. */
const awaitFiller = (draft: Draft): void => {
  const { asking, plan } = draft.state;
  if (!asking || asking.answer !== null || waitingWords(draft).length === 0) return;
  const pause = asking.what.type === 'transfer' ? WAITING_PAUSE_MS : FILLER_PAUSE_MS;
  const first =
    asking.what.type === 'transfer' ? WAITING_PAUSE_MS : (plan.plan.defaults.filler?.afterMs ?? DEFAULT_FILLER_MS);
  setTimer(draft, 'filler', after(draft.at, asking.fillers === 0 ? first : pause));
};

/** While somebody is rung, the node's own words (music where there are none); else the plan's fillers. */
const waitingWords = ({ state }: Draft): readonly string[] => {
  const what = state.asking?.what;
  const node = what && state.plan.nodes.get(what.node);
  return node?.kind === 'transfer' ? node.waiting : fillersOf(state.plan.plan);
};

/** It takes long: a filler, the next in turn. */
export const sayFiller = (draft: Draft): Draft => {
  const { asking, node } = draft.state;
  if (!asking) return draft;
  const words = waitingWords(draft);
  const text = words[asking.fillers % words.length] ?? '';
  patch(draft, { asking: { ...asking, fillers: asking.fillers + 1 } });
  patch(draft, { queue: [{ ...saying(text, node, { interruption: { when: 'never' }, asks: false }), filler: true }] });
  if (!sayNext(draft)) awaitFiller(draft);
  return draft;
};

/** A filler is out, and nothing has been answered meanwhile. */
export const fillerEnded = (draft: Draft): Draft => {
  awaitFiller(draft);
  return draft;
};

/** What the node the flow stands at wants of the world. */
export const askForNode = (draft: Draft): Draft => {
  const node = draft.state.plan.nodes.get(draft.state.node)!;
  switch (node.kind) {
    case 'webhook':
      return askWorld(draft, webhookAsk(draft, node), node.timeoutMs);
    case 'sms':
      return askWorld(draft, smsAsk(draft, node), SMS_LIMIT_MS);
    case 'transfer':
      return askWorld(draft, transferAsk(draft, node), transferLimit(node));
    case 'llm':
      return askWorld(draft, llmAsk(draft, node), node.timeoutMs);
    default:
      return draft;
  }
};

/** Who answers in the last second is still told who comes. */
const transferLimit = ({ to, ringTimeoutMs }: TransferNode): number =>
  to.type === 'outside' && to.announcement !== '' ? ringTimeoutMs + ANNOUNCING_MS : ringTimeoutMs;

/** A variable as it is told: the callee's value, else the plan's fallback. */
const toldValue = ({ state }: Draft, name: string): string =>
  valueNamed(state.values, name) || (state.plan.variables.get(name)?.fallback.trim() ?? '');

const webhookAsk = (draft: Draft, node: WebhookNode): Ask => ({
  type: 'webhook',
  node: node.id,
  url: node.url.replace(/\$\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(toldValue(draft, name.trim()))),
  method: node.method,
  body: Object.fromEntries(node.sends.map(name => [name, toldValue(draft, name)])),
  keeps: node.keeps,
});

const smsAsk = (draft: Draft, { id, template }: SmsNode): Ask => ({
  type: 'sms',
  node: id,
  template,
  values: Object.fromEntries([...draft.state.plan.variables.keys()].map(name => [name, toldValue(draft, name)])),
});

const transferAsk = (draft: Draft, { id, to }: TransferNode): Ask => ({
  type: 'transfer',
  node: id,
  to: to.type === 'outside' ? { ...to, number: filled(draft, to.number) } : to,
  announcement: to.type === 'outside' ? filled(draft, to.announcement) : '',
});

const filled = (draft: Draft, text: string): string =>
  variablesOf(text).length === 0 ? text : renderSentence(text, draft.state.plan.variables, draft.state.values).text;

const llmAsk = (draft: Draft, node: LlmNode): Ask => ({
  type: 'llm',
  node: node.id,
  goal: filled(draft, node.goal),
  facts: filled(draft, node.facts),
  forbidden: node.forbidden,
  exits: node.exits.map(({ id, name, when }) => ({ id, name, when })),
  said: draft.state.said,
});
