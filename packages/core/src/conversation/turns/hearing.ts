import { after, instant } from '../../kit/index.ts';
import { namesAnHour } from '../recognition/call-wish/cues.ts';
import {
  CHARACTERS_IN_SENTENCE,
  COUGH_MS,
  GREETING_PAUSE_MS,
  HOLD_MS,
  LONGEST_VOICE_MS,
  SENTENCE_WAIT_MS,
  SENTENCES_IN_TURN,
  WORDS_WAIT_MS,
} from '../walk/limits.ts';
import { currentNode, listensHere } from '../walk/routing.ts';
import { mostlyHeard, stopSpeaking, voiceMayStop } from '../walk/speaking.ts';
import { type CalleeTurn, clearTimer, type Draft, nextLine, patch, setTimer, tally } from '../walk/state.ts';
import { asksToBeLetGo, letGo } from './letting-go.ts';
import { countsOverPrompt, saysOnlyListening } from './over-prompt.ts';
import { noteSaid, sentenceOf, syllablesOf, textOf } from './turn-notes.ts';
import { takeBackAsk, takeTurn } from './turns.ts';
import { understand } from './understand.ts';
import { asksForNoMoreCalls } from './wish.ts';

/*
 * The callee's voice and words, in every order a network and a recogniser can bring them: words before the voice was
 * noticed, a sentence after it ended, a voice without any. A sentence that comes while the voice goes on is held until the
 * voice ends, so that nobody is answered in mid-speech.
 */

/** The turn that is open, or a new one that begins now. */
const openTurn = (draft: Draft): CalleeTurn => {
  const { turn, queue, voiceSince } = draft.state;
  const overRobot = queue[0];
  const begun: CalleeTurn = turn ?? {
    line: null,
    since: voiceSince ?? draft.at,
    texts: [],
    syllables: [],
    saidAt: null,
    hasWords: false,
    wantsNoCalls: false,
    whileRobotSpoke: overRobot !== undefined,
    interrupted: null,
    overQuestion: overRobot?.asks ?? true,
  };
  patch(draft, { turn: begun });
  return begun;
};

export const voiceBegan = (draft: Draft): Draft => patch(draft, { voiceSince: draft.at });

export const voiceEnded = (draft: Draft): Draft => patch(draft, { voiceSince: null });

/** Voice while the robot listens. */
export const startHearing = (draft: Draft): Draft => {
  voiceBegan(draft);
  openTurn(draft);
  clearTimer(draft, 'silence');
  clearTimer(draft, 'keys');
  patch(draft, { kind: 'hearing', keys: null });
  setTimer(draft, 'sentenceEnd', after(draft.at, LONGEST_VOICE_MS));
  return draft;
};

/** Voice while the robot speaks: stops it where the prompt allows that. */
export const speakOver = (draft: Draft): Draft => {
  voiceBegan(draft);
  openTurn(draft);
  if (voiceMayStop(draft)) interrupt(draft);
  return draft;
};

const interrupt = (draft: Draft): Draft => {
  const { queue, afterQueue } = draft.state;
  const stopped = stopSpeaking(draft);
  tally(draft, 'interruptions');
  const turn = openTurn(draft);
  const interrupted = stopped && {
    saying: stopped,
    rest: queue.slice(1),
    afterQueue,
    mostlyHeard: mostlyHeard(stopped, draft),
    heardMs: null,
  };
  patch(draft, { kind: 'hearing', turn: { ...turn, interrupted }, silenceDue: null });
  const limit = draft.state.voiceSince === null ? SENTENCE_WAIT_MS : LONGEST_VOICE_MS;
  setTimer(draft, 'sentenceEnd', after(draft.at, limit));
  return draft;
};

/** The voice has ended: answer what was said, or wait a little for the recogniser. */
export const voicePaused = (draft: Draft): Draft => {
  const { turn, voiceSince, silenceDue } = draft.state;
  voiceEnded(draft);
  if (turn && turn.texts.length > 0) return takeTurn(draft);
  const cough = voiceSince !== null && draft.at - voiceSince < COUGH_MS && !turn?.interrupted && !turn?.hasWords;
  if (cough && silenceDue !== null) {
    clearTimer(draft, 'sentenceEnd');
    patch(draft, { kind: 'listening', turn: null });
    return setTimer(draft, 'silence', instant(Math.max(silenceDue, draft.at)));
  }
  setTimer(draft, 'sentenceEnd', after(draft.at, turn?.hasWords ? WORDS_WAIT_MS : SENTENCE_WAIT_MS));
  return draft;
};

/** Words of an unfinished sentence: shown on the line the sentence will get. */
export const showWords = (draft: Draft, text: string): Draft => {
  const turn = openTurn(draft);
  const line = turn.line ?? nextLine(draft);
  const soFar = [...turn.texts, text.slice(0, CHARACTERS_IN_SENTENCE)];
  patch(draft, { turn: { ...turn, line, hasWords: true } });
  const note = { at: turn.since, line, text: textOf({ ...turn, texts: soFar }) };
  draft.effects.push({ type: 'note', note: { type: 'callee.saying', ...note } });
  return draft;
};

/** Words while the robot listens: speech has begun, whether or not the voice was noticed. */
export const hearWords = (draft: Draft, text: string): Draft => {
  showWords(draft, text);
  clearTimer(draft, 'silence');
  clearTimer(draft, 'keys');
  patch(draft, { kind: 'hearing', keys: null });
  const limit = draft.state.voiceSince === null ? WORDS_WAIT_MS : LONGEST_VOICE_MS;
  if (draft.state.turn?.texts.length === 0) setTimer(draft, 'sentenceEnd', after(draft.at, limit));
  return draft;
};

/** What the rim tells of a whole sentence. */
export interface SaidSentence {
  readonly text: string;
  readonly syllables?: readonly string[];
}

const addSentence = (draft: Draft, { text, syllables }: SaidSentence): Draft => {
  const turn = openTurn(draft);
  const chars = [...text];
  const from = chars.findIndex(char => char.trim() !== '');
  const kept = text.trim().slice(0, CHARACTERS_IN_SENTENCE);
  const sounds = syllables?.length === chars.length ? syllables.slice(from, from + [...kept].length) : null;
  // What is beyond a turn's bound is not kept, but a wish in it is heard.
  const isFull = turn.texts.length >= SENTENCES_IN_TURN;
  const said = isFull ? {} : { texts: [...turn.texts, kept], syllables: [...turn.syllables, sounds] };
  const longer = { ...turn, ...said, saidAt: draft.at, hasWords: false };
  const { plan, lastSaid, node } = draft.state;
  const isWishIn = (words: string, sounds: readonly string[]): boolean =>
    asksForNoMoreCalls(plan, words, sounds, { heard: lastSaid?.text ?? '', node: plan.nodes.get(node) });
  const isWish = !isFull && isWishIn(textOf(longer), syllablesOf(longer));
  // A wish in one breath with other words stays one; 「别打了」, 「明天再打」 is none.
  const wasWish = turn.texts.length > 0 && (turn.wantsNoCalls || isWishIn(kept, sounds ?? []));
  patch(draft, { turn: { ...longer, wantsNoCalls: isWish || (wasWish && !namesAnHour(kept)) } });
  return draft;
};

/** A whole sentence while the robot listens. */
export const hearSentence = (draft: Draft, said: SaidSentence): string | undefined => {
  if (said.text.trim() === '') return 'an empty sentence';
  clearTimer(draft, 'silence');
  clearTimer(draft, 'keys');
  addSentence(draft, said);
  patch(draft, { kind: 'hearing', keys: null });
  if (draft.state.voiceSince === null) takeTurn(draft);
  else setTimer(draft, 'sentenceEnd', after(draft.at, HOLD_MS));
  return undefined;
};

/** A whole sentence while the robot speaks: stops it, or is kept until the prompt has ended. */
export const hearOver = (draft: Draft, said: SaidSentence): string | undefined => {
  if (said.text.trim() === '') return 'an empty sentence';
  addSentence(draft, said);
  if (!wordsMayStop(draft)) return undefined;
  interrupt(draft);
  if (draft.state.voiceSince === null) takeTurn(draft);
  else setTimer(draft, 'sentenceEnd', after(draft.at, HOLD_MS));
  return undefined;
};

/**
 * Does what was said stop the robot? A 「嗯」 does not, unless it answers a question that is nearly out; who wants no more
 * calls stops any prompt.
 */
const wordsMayStop = (draft: Draft): boolean => {
  const { plan, queue, turn, knowledgeUsed } = draft.state;
  const current = queue[0];
  if (asksToBeLetGo(draft)) return true;
  if (!current || !turn || !listensHere(draft)) return false;
  const text = textOf(turn);
  if (saysOnlyListening(plan, text)) return voiceMayStop(draft) && current.asks && mostlyHeard(current, draft);
  const { interruption } = current;
  if (interruption.when !== 'onIntents' && interruption.when !== 'onMeaning') return voiceMayStop(draft);
  const { meant, met } = understand(plan, currentNode(draft), knowledgeUsed, sentenceOf(draft, turn));
  if (interruption.when === 'onIntents') return met.some(id => interruption.intents.includes(id));
  return countsOverPrompt(plan, meant, text, turn.overQuestion);
};

/**
 * A whole sentence while the world is asked: a model is asked anew with it; of a turn whose meaning is asked while a filler
 * sounds it is a part; everything else goes its way, but for a wish not to be called, which is held until the voice ends.
 */
export const hearWhileAsking = (draft: Draft, said: SaidSentence): string | undefined => {
  if (said.text.trim() === '') return 'an empty sentence';
  if (takeBackAsk(draft)) return hearSentence(draft, said);
  addSentence(draft, said);
  clearTimer(draft, 'sentenceEnd');
  const { asking, voiceSince } = draft.state;
  const isWish = asksToBeLetGo(draft);
  if (isWish && voiceSince !== null) setTimer(draft, 'sentenceEnd', after(draft.at, HOLD_MS));
  else if (isWish || asking?.what.type !== 'meaning') endTurnBeside(draft);
  return undefined;
};

/** The voice has ended while the world is asked: a wish not to be called need not wait for the answer. */
export const voicePausedWhileAsking = (draft: Draft): Draft => {
  voiceEnded(draft);
  return asksToBeLetGo(draft) ? letGo(draft) : draft;
};

/**
 * What is said while nobody acts on it (a farewell, a call a person has taken) is kept in the transcript. A wish not to be
 * called counts there as well: when to hang up is the person's to decide, whether the number is called again is nobody's.
 */
export const hearBeside = (draft: Draft, said: SaidSentence): string | undefined => {
  if (said.text.trim() === '') return 'an empty sentence';
  addSentence(draft, said);
  if (draft.state.turn) noteSaid(draft, draft.state.turn, null);
  return undefined;
};

/** A turn while nobody waits for one: it is kept, and acted on only where no more calls are wanted. */
const endTurnBeside = (draft: Draft): undefined => {
  const { turn } = draft.state;
  if (asksToBeLetGo(draft)) letGo(draft);
  else if (turn) noteSaid(draft, turn, null);
};

/** The callee's 「喂？」: when it pauses the robot opens. */
export const greetingSpoken = (draft: Draft): Draft => {
  voiceBegan(draft);
  openTurn(draft);
  clearTimer(draft, 'silence');
  return draft;
};

export const greetingPaused = (draft: Draft): Draft => {
  voiceEnded(draft);
  if (asksToBeLetGo(draft)) return letGo(draft);
  setTimer(draft, 'silence', after(draft.at, GREETING_PAUSE_MS));
  return draft;
};

export const greetingSentence = (draft: Draft, said: SaidSentence): string | undefined => {
  if (said.text.trim() === '') return 'an empty sentence';
  addSentence(draft, said);
  const { turn, voiceSince } = draft.state;
  // Whoever goes on speaking may still say when to call.
  return voiceSince !== null && turn?.wantsNoCalls ? undefined : endTurnBeside(draft);
};
