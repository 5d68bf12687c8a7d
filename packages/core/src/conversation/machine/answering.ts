import { after } from '../../kit/index.ts';
import type { Answered, Ask } from '../events/events.ts';
import type { WebhookNode } from '../plan/plan.ts';
import { freeTalkAnswered } from '../turns/free-talk.ts';
import { meantByModel } from '../turns/last-resort.ts';
import { asksToBeLetGo, letGo } from '../turns/letting-go.ts';
import { noteSaid } from '../turns/turn-notes.ts';
import { actOn } from '../turns/turns.ts';
import { fillerEnded, forget, noteAsked } from '../walk/asking.ts';
import { LONGEST_KEPT_VALUE } from '../walk/limits.ts';
import { leave } from '../walk/path.ts';
import { sayNext, stopSpeaking } from '../walk/speaking.ts';
import { clearTimer, type Draft, patch, setTimer } from '../walk/state.ts';
import { go } from '../walk/walking.ts';

/*
 * What the world answered, and where the conversation goes on. An answer that comes while a filler is being said waits for
 * its end; only a person who has taken the call waits for nothing.
 */

export const askAnswered = (draft: Draft, ask: number, answer: Answered): string | undefined => {
  const { asking, queue } = draft.state;
  if (!asking || asking.ask !== ask) return 'nobody waits for this answer';
  if (asking.answer !== null) return 'it was answered before';
  if (queue.length > 0 && answer.type !== 'transferred') {
    clearTimer(draft, 'ask');
    clearTimer(draft, 'filler');
    patch(draft, { asking: { ...asking, answer } });
    return undefined;
  }
  settle(draft, answer);
  return undefined;
};

/** The limit is over: on without an answer, though a filler that is being said ends first. */
export const askTimedOut = (draft: Draft): Draft => {
  const { asking, queue } = draft.state;
  if (!asking) return draft;
  const late: Answered = { type: 'failed', because: 'timeout' };
  draft.effects.push({ type: 'unask', ask: asking.ask });
  if (queue.length === 0) return settle(draft, late);
  clearTimer(draft, 'filler');
  return patch(draft, { asking: { ...asking, answer: late } });
};

/** A prompt of the waiting time is out: the answer that came meanwhile, or on with waiting. */
export const waitingPromptEnded = (draft: Draft): Draft => {
  if (sayNext(draft)) return draft;
  const answer = draft.state.asking?.answer;
  return answer ? settle(draft, answer) : fillerEnded(draft);
};

const settle = (draft: Draft, answer: Answered): Draft => {
  const { what } = draft.state.asking!;
  forget(draft);
  noteAsked(draft, what, answer.type, answer.type === 'failed' ? answer.because : '');
  return goOn(draft, what, answer);
};

const goOn = (draft: Draft, what: Ask, answer: Answered): Draft => {
  const node = draft.state.plan.nodes.get(what.node)!;
  const { turn } = draft.state;
  if (node.kind === 'transfer' && answer.type === 'transferred') return handOver(draft, answer.isSeat ?? false);
  // A wish that was held until the voice ends: the plan's way is not gone any more.
  if (asksToBeLetGo(draft)) return letGo(draft);
  if (what.type === 'meaning') return turn ? actOn(draft, turn, meantByModel(draft, turn, answer)) : draft;
  switch (node.kind) {
    case 'webhook':
      if (answer.type !== 'kept') return go(draft, 'failed', node.failed);
      keepValues(draft, node, answer.values);
      return go(draft, 'done', node.done);
    case 'sms':
      return answer.type === 'sent' ? go(draft, 'sent', node.sent) : go(draft, 'notSent', node.failed);
    case 'transfer':
      return go(draft, 'notReached', node.otherwise);
    case 'llm':
      return freeTalkAnswered(draft, node, answer);
    default:
      return draft;
  }
};

/** Only what the node keeps, and no more of it than a sentence can hold. */
const keepValues = (draft: Draft, node: WebhookNode, answered: Readonly<Record<string, string>>): void => {
  const wanted = new Set(node.keeps.map(({ variable }) => variable));
  const kept = Object.entries(answered)
    .filter(([name]) => wanted.has(name))
    .map(([name, value]) => [name, value.slice(0, LONGEST_KEPT_VALUE)]);
  const { values, dates } = draft.state;
  const known = new Set(kept.map(([name]) => name));
  patch(draft, {
    values: { ...values, ...Object.fromEntries(kept) },
    dates: Object.fromEntries(Object.entries(dates).filter(([name]) => !known.has(name))),
  });
};

/** A person has the call, somebody outside for as long as the longest call may take: the robot says no more. */
const handOver = (draft: Draft, isSeat: boolean): Draft => {
  const { turn } = draft.state;
  if (turn && turn.texts.length > 0) noteSaid(draft, turn, null);
  clearTimer(draft, 'sentenceEnd');
  stopSpeaking(draft);
  if (isSeat) clearTimer(draft, 'longest');
  else setTimer(draft, 'longest', after(draft.at, draft.state.plan.plan.defaults.longestMs));
  leave(draft, 'transferred');
  return patch(draft, { kind: 'handed', transferred: true, queue: [], turn: null });
};
