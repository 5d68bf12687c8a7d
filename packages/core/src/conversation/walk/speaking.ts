import type { Sentence } from '../events/events.ts';
import type { Interruption, Side } from '../plan/plan.ts';
import { renderSentence } from '../sentences/sentence.ts';
import { MOST_SAID_LINES, MOSTLY_HEARD_SHARE, MS_PER_CHARACTER } from './limits.ts';
import { clearTimer, type Draft, nextLine, patch, type Saying } from './state.ts';

/** Which sentence of a node or knowledge item is next: they are taken in turn. */
export const inTurn = (
  draft: Draft,
  source: string,
  sentences: readonly string[],
  how: { readonly interruption: Interruption; readonly asks: boolean },
): readonly Saying[] => {
  if (sentences.length === 0) return [];
  const turn = draft.state.spoken[source] ?? 0;
  patch(draft, { spoken: { ...draft.state.spoken, [source]: turn + 1 } });
  const take = Math.floor(turn / sentences.length);
  return [{ ...saying(sentences[turn % sentences.length]!, source, how), take }];
};

export const saying = (
  text: string,
  source: string,
  how: { readonly interruption: Interruption; readonly asks: boolean },
): Saying => ({ text, source, ...how, prompt: 0, since: null, length: 0 });

/**
 * Starts the first of the queue. A sentence that is all variables and has no value is passed over.
 * Answers false when nothing was left to say.
 */
export const sayNext = (draft: Draft): boolean => {
  const { queue } = draft.state;
  for (const [index, next] of queue.entries()) {
    const sentence = sentenceOf(draft, next);
    if (sentence.text === '') continue;
    say(draft, next, sentence, queue.slice(index + 1));
    return true;
  }
  patch(draft, { queue: [] });
  return false;
};

const sentenceOf = ({ state }: Draft, { text, take, verbatim }: Saying): Sentence =>
  verbatim
    ? { segments: [{ text, fixed: false, spoken: 'asWritten' }], text }
    : renderSentence(text, state.plan.variables, state.values, {
        recorded: state.plan.plan.recorded,
        turn: take ?? 0,
      });

const say = (draft: Draft, next: Saying, sentence: Sentence, rest: readonly Saying[]): void => {
  const prompt = nextLine(draft);
  const { fromMs } = next;
  const begun = { ...next, prompt, since: draft.at, length: [...sentence.text].length };
  patch(draft, { queue: [begun, ...rest], ...(next.filler ? {} : { lastSaid: begun }) });
  draft.effects.push({ type: 'say', prompt, sentence, ...(fromMs !== undefined && { fromMs }) });
  const text = fromMs === undefined ? sentence.text : `…${restOf(sentence.text, fromMs)}`;
  remember(draft, 'robot', text);
  const said = { line: prompt, text, node: next.source };
  draft.effects.push({ type: 'note', note: { type: 'robot.said', at: draft.at, ...said } });
};

/** What is left of a sentence after so much of it, from the beginning of its clause; core knows no audio. */
const restOf = (text: string, fromMs: number): string => {
  const chars = [...text];
  const at = Math.min(Math.floor(fromMs / MS_PER_CHARACTER), chars.length - 1);
  const clause = chars.slice(0, at + 1).findLastIndex(char => /[，。！？；、,.!?;]/.test(char));
  return chars.slice(clause + 1).join('');
};

/** Keeps a line of the talk for a language model; the oldest go. */
export const remember = (draft: Draft, by: Side, text: string): Draft =>
  patch(draft, { said: [...draft.state.said.slice(1 - MOST_SAID_LINES), { by, text }] });

/** May the callee's voice alone stop what is being said, at this moment? */
export const voiceMayStop = (draft: Draft): boolean => {
  const current = draft.state.queue[0];
  if (!current) return false;
  const { interruption, since } = current;
  if (interruption.when === 'always') return true;
  return interruption.when === 'after' && since !== null && draft.at - since >= interruption.ms;
};

/** Stops the robot and forgets what it still wanted to say. The callee has the word. */
export const stopSpeaking = (draft: Draft): Saying | null => {
  const current = draft.state.queue[0];
  if (!current) return null;
  patch(draft, { queue: [], afterQueue: { type: 'listen' }, stopping: [...draft.state.stopping, current.prompt] });
  draft.effects.push({ type: 'stopSaying', prompt: current.prompt });
  return current;
};

/** Was most of a prompt out by now? Judged by its length at a voice's usual pace; core knows no audio. */
export const mostlyHeard = (current: Saying, draft: Draft): boolean =>
  current.since !== null &&
  draft.at - current.since + (current.fromMs ?? 0) >= current.length * MS_PER_CHARACTER * MOSTLY_HEARD_SHARE;

/** Nothing more to say: asks the rim to end the call. */
export const hangUp = (draft: Draft): Draft => {
  for (const timer of ['silence', 'sentenceEnd', 'keys', 'longest', 'ask', 'filler'] as const) clearTimer(draft, timer);
  patch(draft, { kind: 'leaving', queue: [], turn: null });
  draft.effects.push({ type: 'hangUp' });
  return draft;
};
