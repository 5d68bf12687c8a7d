import i18next from 'i18next';
import { toast } from '../ui/toast.ts';
import type { MicrophoneFault } from './port.ts';

/** What the seat's people are told in a toast; plain data, so that every tab can say it. */
export type SeatNote =
  /** A call is there already: nothing is dialled (O-256). */
  | { readonly say: 'inCall' }
  /** O-258. */
  | { readonly say: 'peerHungUp' }
  /** Without this seat. */
  | { readonly say: 'passedOn' }
  /** Rung together with others, one of whom was first. */
  | { readonly say: 'elsewhere' }
  /** It rang, and rings no more. */
  | { readonly say: 'missed' }
  /** What was dialled was not placed: the key of a refusal, where there is one, and SIP's code. */
  | { readonly say: 'notPlaced'; readonly because: string | null; readonly code: number }
  /** It is placed all the same. */
  | { readonly say: 'warned'; readonly because: string }
  /** What was asked of the call was not done: the key of a refusal. */
  | { readonly say: 'notDone'; readonly because: string }
  | { readonly say: 'microphone'; readonly fault: MicrophoneFault }
  | { readonly say: 'takenOver'; readonly device: string }
  | { readonly say: 'notConnected' }
  /** Nothing is dialled. */
  | { readonly say: 'onBreak' }
  /** Not connected: nothing is dialled. */
  | { readonly say: 'notReady' }
  /** The server's own sentence. */
  | { readonly say: 'sentence'; readonly text: string };

const longMs = 8_000;
const say = i18next.t.bind(i18next);

const knownTexts = (): Readonly<Record<string, string>> =>
  say($ => $.because, { ns: 'softphone', returnObjects: true });

/** Sentences of refusals that SIP brings as keys; others are one sentence with SIP's own number. */
const refusedText = (because: string | null, code: number): string => {
  const known = knownTexts();
  const byCode: Readonly<Record<string, string>> = say($ => $.codes, { ns: 'softphone', returnObjects: true });
  return known[because ?? ''] ?? byCode[String(code)] ?? say($ => $.notPlaced, { ns: 'softphone' });
};

type Said = readonly [kind: 'bad' | 'info', text: string, staysMs?: number];
type Sentences = { readonly [Say in SeatNote['say']]: (note: Extract<SeatNote, { say: Say }>) => Said };
const ns = { ns: 'softphone' } as const;
const sentences: Sentences = {
  inCall: () => ['bad', say($ => $.status.answered, ns)],
  passedOn: () => ['info', say($ => $.passedOn, ns), longMs],
  peerHungUp: () => ['bad', say($ => $.peerHungUp, ns), longMs],
  missed: () => ['info', say($ => $.missed, ns), longMs],
  elsewhere: () => ['info', say($ => $.elsewhere, ns), longMs],
  notPlaced: ({ because, code }) => ['bad', refusedText(because, code), longMs],
  warned: ({ because }) => ['info', say($ => $.warned, { ...ns, because: knownTexts()[because] ?? because }), longMs],
  notDone: ({ because }) => ['bad', knownTexts()[because] ?? say($ => $.notDone, ns), longMs],
  microphone: ({ fault }) => ['bad', say($ => $.microphone[fault], ns), longMs],
  takenOver: ({ device }) => ['bad', say($ => $.takenOver, { ...ns, device }), longMs],
  notConnected: () => ['bad', say($ => $.notConnected, ns), longMs],
  onBreak: () => ['bad', say($ => $.dial.why.break, ns)],
  notReady: () => ['bad', say($ => $.notReady, ns)],
  sentence: ({ text }) => ['bad', text, longMs],
};

export const showNote = (note: SeatNote): void => {
  const [kind, text, staysMs] = (sentences[note.say] as (note: SeatNote) => Said)(note);
  toast[kind](text, staysMs);
};
