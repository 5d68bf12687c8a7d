import { exitOn } from '../plan/ways-out.ts';
import { answerOnward, goAside, sayAgain } from '../walk/asides.ts';
import { unask } from '../walk/asking.ts';
import { comeBack } from '../walk/path.ts';
import { currentNode, listensHere, onwardBy, routerOn } from '../walk/routing.ts';
import { type CalleeTurn, type Draft, patch, tally } from '../walk/state.ts';
import { go, listen, part, sayHere } from '../walk/walking.ts';
import { freeTurn } from './free-talk.ts';
import { askMeaning } from './last-resort.ts';
import { asksToBeLetGo, letGo, wishOf } from './letting-go.ts';
import type { Heard } from './one-meaning.ts';
import { keepUnclear, takeAnswer } from './open-answer.ts';
import { countsOverPrompt } from './over-prompt.ts';
import { giveUp, repromptsAt } from './reprompting.ts';
import { resumeStopped, wasStoppedByMistake } from './resuming.ts';
import { toldAhead } from './told-ahead.ts';
import { count, heardAs, noteSaid, textOf } from './turn-notes.ts';

/*
 * The callee's turns: what was said is noted, understood and acted on. What nobody understood, and silence, are turns
 * too: each has its sentences, then its router, then the robot gives up politely.
 */

/** The callee has finished: understand and act. */
export const takeTurn = (draft: Draft): Draft => {
  const { turn } = draft.state;
  if (!turn || turn.texts.length === 0) return missed(draft);
  if (asksToBeLetGo(draft)) return letGo(draft);
  if (!listensHere(draft)) {
    noteSaid(draft, turn, null);
    return resumeStopped(draft, turn);
  }
  if (wasStoppedByMistake(draft, turn)) {
    noteSaid(draft, turn, null);
    return resumeStopped(draft, turn);
  }
  act(draft, turn, heardAs(draft, turn));
  return draft;
};

/**
 * What was said over a prompt that could not be stopped, now that it has ended. Answers whether it led anywhere; if not,
 * the robot goes on as if nothing had been said.
 */
export const takeKept = (draft: Draft, turn: CalleeTurn): boolean => {
  const heard = listensHere(draft) ? heardAs(draft, turn) : null;
  if (!heard || !countsOverPrompt(draft.state.plan, heard.meant, textOf(turn), turn.overQuestion)) {
    noteSaid(draft, turn, null);
    return false;
  }
  act(draft, turn, heard);
  return true;
};

/**
 * What was said last, with the line cut behind it. Nobody answers it any more, but 「不需要」 and a click is a refusal as the
 * level rules count it; a good-bye that no rule knows is not a miss.
 */
export const takeLastWords = (draft: Draft, turn: CalleeTurn): Draft => {
  const { kind, plan } = draft.state;
  if ((kind !== 'hearing' && kind !== 'saying') || !listensHere(draft)) return noteSaid(draft, turn, null);
  const { meant, met } = turn.wantsNoCalls ? wishOf(draft, turn) : heardAs(draft, turn);
  const text = textOf(turn);
  const meansSomething = meant.type !== 'nothing' && meant.type !== 'ignored' && meant.type !== 'again';
  const counts = kind === 'hearing' ? meansSomething : countsOverPrompt(plan, meant, text, turn.overQuestion);
  noteSaid(draft, turn, counts ? meant : null);
  return counts ? count(draft, meant, met) : draft;
};

/** Acts on what a turn means by the rules; what they do not know a language model may. */
const act = (draft: Draft, turn: CalleeTurn, heard: Heard): Draft => {
  comeBack(draft);
  patch(draft, { hops: 0 });
  const unknown = heard.meant.type === 'nothing' && currentNode(draft).kind !== 'llm';
  return unknown && askMeaning(draft, turn) ? draft : actOn(draft, turn, heard);
};

/** Acts on what a turn means, whoever has told it. */
export const actOn = (draft: Draft, turn: CalleeTurn, { meant, met }: Heard): Draft => {
  const node = currentNode(draft);
  noteSaid(draft, turn, node.kind === 'llm' && meant.type === 'nothing' ? null : meant);
  count(draft, meant, met);
  const { plan, counts } = draft.state;
  if (counts.turns >= plan.plan.defaults.mostTurns) return part(draft, 'tooManyTurns');
  if (node.kind === 'llm' && meant.type !== 'knowledge') return freeTurn(draft, node);
  switch (meant.type) {
    case 'nothing':
      return missed(draft);
    case 'ignored':
      return listen(draft);
    case 'again':
      return sayAgain(draft);
    case 'answer':
      return takeAnswer(draft, turn, meant);
    case 'knowledge':
      return goAside(draft, meant.item, toldAhead(draft, turn, meant.item));
    case 'router':
      return go(draft, exitOn(meant.router.on), meant.router.to, meant.asked && answerOnward(draft, meant.asked));
    case 'unrouted': {
      const onward = routerOn(node, 'other');
      return onward ? go(draft, 'other', onward.to) : missed(draft);
    }
  }
};

/** Not understood, or voice without a sentence. A voice that only stopped the robot was nothing: it goes on. */
export const missed = (draft: Draft): Draft => {
  const { turn } = draft.state;
  if (turn?.interrupted && turn.texts.length === 0) return resumeStopped(draft, turn);
  comeBack(draft);
  const kept = keepUnclear(draft);
  if (kept) return kept;
  const { misses } = draft.state;
  patch(draft, { misses: misses + 1 });
  tally(draft, 'notUnderstood');
  const sentence = repromptsAt(draft)[misses];
  return sentence === undefined ? giveUp(draft) : sayHere(draft, sentence);
};

/** Nobody has spoken for a while. Where silence is to be waited out, nobody is asked; the patience is the same. */
export const silent = (draft: Draft): Draft => {
  const kept = keepUnclear(draft);
  if (kept) return kept;
  const node = currentNode(draft);
  const { silences, plan } = draft.state;
  patch(draft, { silences: silences + 1 });
  tally(draft, 'silences');
  const sentence = (node.silence ?? plan.plan.defaults.silence).sentences[silences];
  const waits = 'ignoring' in node && node.ignoring?.silence === true;
  if (sentence !== undefined) return waits ? listen(draft) : sayHere(draft, sentence);
  const onward = onwardBy(node, ['silence']);
  return onward ? go(draft, onward.by, onward.to) : part(draft, 'silence');
};

/** Something more was said while a language model thinks: it is asked anew, with all of it. */
export const takeBackAsk = (draft: Draft): boolean => {
  const { asking, queue } = draft.state;
  const thinks = asking?.what.type === 'meaning' || asking?.what.type === 'llm';
  if (!thinks || queue.length > 0) return false;
  unask(draft);
  patch(draft, { kind: 'hearing' });
  return true;
};
