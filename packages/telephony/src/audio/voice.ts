import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeAlaw } from './g711.ts';
import { levelled, trimmed } from './loudness.ts';
import { resample } from './resample.ts';
import { startVoiceProcess, type VoiceProcess, type VoiceRequest } from './voice-process.ts';

/**
 * The built-in voice for whoever needs it: text in, telephone sound out (A-law, 8 kHz, levelled, 40 ms of rest at both
 * ends). Several programs speak side by side, each one sentence after the other; what is due first is spoken first. A program
 * starts when the others have their hands full, is restarted when it dies or hangs, and all but one end when they have had
 * nothing to say for a while. A sentence is tried twice before its caller hears of it. One asked for again while it waits
 * is one.
 */
export interface Voice {
  /**
   * `dueMs`: so long from now it is needed; now by default. Rejects with `VoiceFailed` when the voice cannot say it. Empty for
   * a text without any sound.
   */
  readonly speak: (text: string, manner: Manner, dueMs?: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** How it is said; 1 is natural for `speed` and `pitch` (0.5–2). Speakers: women at even numbers, men at odd ones. */
export interface Manner {
  readonly speaker: number;
  readonly speed: number;
  readonly pitch: number;
}

export interface VoiceOptions {
  /** Command line of the voice program. */
  readonly command: readonly string[];
  /** Where sounds are kept under the hash of text and manner; absent: whoever asks keeps them. */
  readonly cacheDir?: string;
  /** Which texts are kept there; all by default. */
  readonly isKept?: (text: string) => boolean;
  /** Programs side by side; one by default. */
  readonly programs?: number;
  /** For one sentence, from its turn on; a start of the program included. */
  readonly limitMs?: number;
  /** Sentences that may wait; when more do, those that are due last are refused. */
  readonly maxWaiting?: number;
}

export class VoiceFailed extends Error {
  override readonly name = 'VoiceFailed';
  readonly because: 'noAnswer' | 'tooManyWaiting' | 'textTooLong' | 'closed';

  constructor(because: VoiceFailed['because']) {
    super(`the voice failed: ${because}`);
    this.because = because;
  }
}

const TELEPHONE_RATE = 8_000;
const DEFAULT_LIMIT_MS = 15_000;
const DEFAULT_MAX_WAITING = 1_000;
const MAX_CHARACTERS = 2_000;
const ATTEMPTS = 2;
/** Part of the hash: a change in how sounds are made asks for new ones. */
const CACHE_VERSION = 2;

/** A sentence that somebody wants, from his asking on. */
interface Wanted {
  readonly request: VoiceRequest;
  /** On the monotonic clock. */
  due: number;
  readonly spoken: PromiseWithResolvers<Uint8Array>;
}

export const startVoice = (options: VoiceOptions): Voice => {
  const { command, cacheDir, isKept = () => true, programs = 1 } = options;
  const { limitMs = DEFAULT_LIMIT_MS, maxWaiting = DEFAULT_MAX_WAITING } = options;
  const wanted = new Map<string, Wanted & { readonly made: Promise<Uint8Array> }>();
  /** The one that is due first in front. */
  const waiting: Wanted[] = [];
  const speakers = Array.from({ length: programs }, (_, n) => createSpeaker(command, limitMs, n === 0));
  let closed = false;

  const insert = (one: Wanted): void => {
    const at = waiting.findLastIndex(other => other.due <= one.due) + 1;
    waiting.splice(at, 0, one);
    const last = waiting.length > maxWaiting ? waiting.pop() : undefined;
    last?.spoken.reject(new VoiceFailed('tooManyWaiting'));
  };

  const next = (): void => {
    for (const speaker of speakers) {
      const one = speaker.isBusy() ? undefined : waiting.shift();
      if (one) void speaker.say(one.request).then(one.spoken.resolve, one.spoken.reject).finally(next);
    }
  };

  const inTurn = (one: Wanted): Promise<Uint8Array> => {
    if (closed) one.spoken.reject(new VoiceFailed('closed'));
    else insert(one);
    next();
    return one.spoken.promise;
  };

  /** Somebody needs it sooner than who asked first. */
  const hurry = (one: Wanted, due: number): void => {
    if (one.due <= due) return;
    one.due = due;
    const at = waiting.indexOf(one);
    if (at < 0) return;
    waiting.splice(at, 1);
    insert(one);
  };

  const make = async (key: string, one: Wanted): Promise<Uint8Array> => {
    if (cacheDir === undefined || !isKept(one.request.text)) return await inTurn(one);
    const file = join(cacheDir, `${key}.alaw`);
    const kept = await readKept(file);
    if (kept) return kept;
    const audio = await inTurn(one);
    await keep(cacheDir, file, audio);
    return audio;
  };

  return {
    speak: (text, { speaker, speed, pitch }, dueMs = 0) => {
      if (closed) return Promise.reject(new VoiceFailed('closed'));
      if (text.length > MAX_CHARACTERS) return Promise.reject(new VoiceFailed('textTooLong'));
      const request = { text, speaker, speed, pitch };
      const due = performance.now() + dueMs;
      const key = createHash('sha256')
        .update(JSON.stringify([CACHE_VERSION, request]))
        .digest('hex')
        .slice(0, 40);
      const already = wanted.get(key);
      if (already) {
        hurry(already, due);
        return already.made;
      }
      const one: Wanted = { request, due, spoken: Promise.withResolvers<Uint8Array>() };
      const made = make(key, one).finally(() => wanted.delete(key));
      wanted.set(key, Object.assign(one, { made }));
      return made;
    },
    close: async () => {
      closed = true;
      for (const { spoken } of waiting.splice(0)) spoken.reject(new VoiceFailed('closed'));
      await Promise.all(speakers.map(speaker => speaker.close()));
      await Promise.allSettled([...wanted.values()].map(({ made }) => made));
    },
  };
};

/** A speaker beyond the first that had nothing to say for so long ends: each takes some 80 MB. */
const IDLE_MS = 60_000;

interface Speaker {
  readonly isBusy: () => boolean;
  readonly say: (request: VoiceRequest) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** One program, whichever of them lives. */
const createSpeaker = (command: readonly string[], limitMs: number, stays: boolean): Speaker => {
  let program: VoiceProcess | null = null;
  let isBusy = false;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  const running = (): VoiceProcess => {
    if (!program?.lives()) program = startVoiceProcess(command);
    return program;
  };

  const tried = async (request: VoiceRequest): Promise<Uint8Array> => {
    for (let attempt = 0; attempt < ATTEMPTS && !closed; attempt += 1) {
      const asked = running();
      const limit = setTimeout(asked.stop, limitMs);
      const sound = await asked.ask(request);
      clearTimeout(limit);
      if (sound) return encodeAlaw(trimmed(levelled(resample(sound.samples, sound.sampleRate, TELEPHONE_RATE))));
    }
    throw new VoiceFailed(closed ? 'closed' : 'noAnswer');
  };

  return {
    isBusy: () => isBusy,
    say: async request => {
      isBusy = true;
      clearTimeout(idle);
      try {
        return await tried(request);
      } finally {
        isBusy = false;
        if (!stays && !closed) idle = setTimeout(() => program?.stop(), IDLE_MS).unref();
      }
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      program?.stop();
      await program?.gone;
    },
  };
};

/** A file that is not there or cannot be read is made anew. */
const readKept = (file: string): Promise<Uint8Array | null> => readFile(file).catch(() => null);

let keptSoFar = 0;

/** Whole or not at all: written aside, then renamed. A disk that takes no more costs the next caller time, not this one. */
const keep = async (folder: string, file: string, audio: Uint8Array): Promise<void> => {
  keptSoFar += 1;
  const aside = `${file}.${process.pid}.${keptSoFar}`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(aside, audio, { mode: 0o600 });
    await rename(aside, file);
  } catch {
    await rm(aside, { force: true }).catch(() => {});
  }
};
