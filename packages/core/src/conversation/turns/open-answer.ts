import { answerIn } from '../answers/answers.ts';
import { answerOnward } from '../walk/asides.ts';
import { currentNode } from '../walk/routing.ts';
import { keepAnswer } from '../walk/settling.ts';
import { type CalleeTurn, type Draft, type KeptAnswer, patch } from '../walk/state.ts';
import { askOpen, sayHere } from '../walk/walking.ts';
import type { Answering } from './meaning.ts';
import { giveUp, repromptsAt } from './reprompting.ts';
import { sentenceOf } from './turn-notes.ts';

/*
 * 「三点」 leaves open which day, 「周三三点」 which half of it. It is asked once, where the callee is still at it; what is
 * open even then is kept as it was said.
 */

export const takeAnswer = (draft: Draft, turn: CalleeTurn, answer: Answering): Draft => {
  const { unclear } = draft.state;
  if (answer.isOutside) return askInside(draft, answer);
  if (unclear) {
    const whole = cleared(draft, turn, unclear, answer);
    return whole === 'outside' ? askInside(draft, answer) : keepAnswer(draft, whole);
  }
  const told = { ...answer, line: turn.line };
  const open = told.when?.open ?? null;
  if (open === null) return keepAnswer(draft, told);
  patch(draft, { unclear: told });
  return askOpen(draft, open);
};

/**
 * What lies outside of the node's bounds is said to, as often as the node asks again, and once at least: no other sentence
 * says what it takes.
 */
const askInside = (draft: Draft, { asked }: Answering): Draft => {
  const node = currentNode(draft);
  const { misses } = draft.state;
  const bounds = node.kind === 'collect' && node.accepts.type === 'date' ? node.accepts.within : undefined;
  if (!bounds || misses >= Math.max(1, repromptsAt(draft).length)) return giveUp(draft);
  const before = asked ? answerOnward(draft, asked) : [];
  patch(draft, { misses: misses + 1 });
  return sayHere(draft, bounds.sentence, before);
};

/** Nobody makes it clearer: it is kept as it was said. Null: nothing is being asked about. */
export const keepUnclear = (draft: Draft): Draft | null => {
  const { unclear } = draft.state;
  return unclear && keepAnswer(draft, unclear);
};

/**
 * Both read as one sentence: 周三三点，下午. Who names the hour of the first in other words (20:00，后天晚上) does not take it
 * back.
 */
const cleared = (draft: Draft, turn: CalleeTurn, first: KeptAnswer, then: Answering): KeptAnswer | 'outside' => {
  const node = currentNode(draft);
  const { asked } = sentenceOf(draft, turn);
  const rest = { line: turn.line, ...((then.asked ?? first.asked) && { asked: then.asked ?? first.asked! }) };
  const both = node.kind === 'collect' ? answerIn(node.accepts, `${first.value}，${then.value}`, asked) : null;
  if (both?.isOutside) return 'outside';
  if (!both?.when || !first.when) return { ...rest, value: then.value, ...(then.when && { when: then.when }) };
  const isLost = both.when.time === null && first.when.time !== null;
  if (!isLost) return { ...rest, value: both.value, when: both.when };
  return { ...rest, value: `${both.value} ${first.value}`, when: { ...both.when, time: first.when.time, open: null } };
};
