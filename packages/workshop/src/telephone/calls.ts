import type { Instant } from '@lianxian/core/kit';
import {
  type Address,
  createTextLines,
  type IncomingLeg,
  type LegEnding,
  type LegSignal,
  type MediaLeg,
  type MediaLegFacts,
  type MediaSignal,
} from '@lianxian/telephony';

/** One call of the test telephone, dialled or answered: what to do with it, what was heard, when things happened. */
export interface TelephoneCall {
  readonly leg: string;
  readonly number: string;
  readonly callerNumber: string;
  /** Rings, with early media when asked; for calls that came in. */
  readonly ring: (withMedia?: boolean) => void;
  /** Resolves when the call is answered and acknowledged; rejects when it ends before. */
  readonly answer: () => Promise<void>;
  readonly refuse: (code: number) => void;
  readonly hangUp: () => void;
  /** Plays A-law audio (8 kHz) and resolves when its end has been heard, or the call is over. */
  readonly play: (audio: Uint8Array) => Promise<void>;
  readonly sendKeys: (keys: string) => void;
  readonly sendText: (text: string) => void;
  readonly record: (file: string) => void;
  /** Where the other side's sound comes from; null before it was agreed. */
  readonly soundFrom: () => Address | null;
  /** What came and what is agreed; null when the call is over. */
  readonly facts: () => MediaLegFacts | null;
  readonly heard: Heard;
  /** Waits for the next signal that satisfies; rejects with `what` after `limitMs` or when the call ends first. */
  readonly waitFor: (what: string, want: (signal: MediaSignal) => boolean, limitMs: number) => Promise<MediaSignal>;
  /** The first provisional answer above 100. */
  readonly ringing: Promise<Instant>;
  readonly answered: Promise<Instant>;
  readonly ended: Promise<{ readonly at: Instant; readonly ending: LegEnding }>;
}

/** Everything heard so far. */
interface Heard {
  readonly sentences: readonly string[];
  readonly keys: string;
}

/** The telephone's own side of a call: feed it what exchange and media say. */
export interface RunningCall extends TelephoneCall {
  readonly onLeg: (signal: LegSignal) => void;
  readonly onMedia: (signal: MediaSignal) => void;
}

interface CallParts {
  readonly leg: string;
  readonly number: string;
  readonly callerNumber: string;
  readonly incoming: IncomingLeg | null;
  readonly media: () => MediaLeg | null;
  readonly hangUp: () => void;
  /** Told of everything, for the terminal. */
  readonly onSignal: (signal: LegSignal | MediaSignal) => void;
}

interface Waiting {
  readonly want: (signal: MediaSignal) => boolean;
  readonly done: (signal: MediaSignal) => void;
  readonly fail: (error: Error) => void;
}

const HEARD_LIMIT = 1_000;

export const createCall = (parts: CallParts): RunningCall => {
  const ringing = Promise.withResolvers<Instant>();
  const answered = Promise.withResolvers<Instant>();
  const ended = Promise.withResolvers<{ at: Instant; ending: LegEnding }>();
  // Whoever asked hears of it through its own promise; nobody has to ask.
  ringing.promise.catch(() => undefined);
  answered.promise.catch(() => undefined);
  const waiting = new Set<Waiting>();
  const lines = createTextLines();
  const heard = { sentences: [] as string[], keys: '' };
  let nextPrompt = 1;

  const media = (): MediaLeg => parts.media() ?? fail(`call ${parts.leg} has no media`);

  const waitFor: TelephoneCall['waitFor'] = (what, want, limitMs) =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(limit);
        waiting.delete(entry);
        act();
      };
      const entry: Waiting = {
        want,
        done: signal => settle(() => resolve(signal)),
        fail: error => settle(() => reject(error)),
      };
      const limit = setTimeout(() => entry.fail(new Error(`waited ${limitMs} ms for ${what}`)), limitMs);
      waiting.add(entry);
    });

  const onMedia = (signal: MediaSignal): void => {
    if (signal.type === 'key') heard.keys = (heard.keys + signal.key).slice(-HEARD_LIMIT);
    if (signal.type === 'text') {
      for (const line of lines.push(signal.text)) if (line.kind === 'sentence') heard.sentences.push(line.text);
      heard.sentences.splice(0, heard.sentences.length - HEARD_LIMIT);
    }
    for (const entry of [...waiting]) if (entry.want(signal)) entry.done(signal);
    parts.onSignal(signal);
  };

  const onLeg = (signal: LegSignal): void => {
    parts.onSignal(signal);
    if (signal.type === 'provisional') ringing.resolve(signal.at);
    if (signal.type === 'answered') answered.resolve(signal.at);
    if (signal.type !== 'ended') return;
    const error = new Error(`the call ended: ${signal.ending.how} ${signal.ending.code ?? ''}`);
    ringing.reject(error);
    answered.reject(error);
    for (const entry of [...waiting]) entry.fail(error);
    ended.resolve({ at: signal.at, ending: signal.ending });
  };

  return {
    leg: parts.leg,
    number: parts.number,
    callerNumber: parts.callerNumber,
    ring: (withMedia = false) => parts.incoming?.progress(withMedia ? 183 : 180, withMedia),
    answer: async () => {
      parts.incoming?.answer();
      await answered.promise;
    },
    refuse: code => parts.incoming?.refuse(code),
    hangUp: parts.hangUp,
    play: async audio => {
      const id = nextPrompt++;
      const over = waitFor('the end of a sound', signal => signal.type === 'played' && signal.id === id, 10 * 60_000);
      media().play(id, audio);
      await Promise.race([over.catch(() => undefined), ended.promise]);
    },
    sendKeys: keys => media().sendKeys(keys),
    sendText: text => media().sendText(text),
    record: file => media().startRecording(file),
    soundFrom: () => parts.media()?.address() ?? null,
    facts: () => parts.media()?.facts() ?? null,
    heard,
    waitFor,
    ringing: ringing.promise,
    answered: answered.promise,
    ended: ended.promise,
    onLeg,
    onMedia,
  };
};

const fail = (sentence: string): never => {
  throw new Error(sentence);
};
