import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeAlaw } from './g711.ts';
import { levelled, trimmed } from './loudness.ts';
import { resample } from './resample.ts';
import { startVoiceProcess, type VoiceProcess, type VoiceRequest } from './voice-process.ts';

/**
 * The built-in voice for whoever needs it: text in, telephone sound out (A-law, 8 kHz, levelled, 40 ms of rest at both
 * ends). Every sound is made once and kept on disk under the hash of its text and manner. One program speaks for all, one
 * sentence after the other; it starts with the first sentence, is restarted when it dies or hangs, and a sentence is
 * tried twice before its caller hears of it. Sentences asked for again while they wait are one.
 */
export interface Voice {
  /** Rejects with `VoiceFailed` when the voice cannot say it. Empty for a text without any sound. */
  readonly speak: (text: string, manner: Manner) => Promise<Uint8Array>;
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
  readonly cacheDir: string;
  /** For one sentence, from its turn on; a start of the program included. */
  readonly limitMs?: number;
  /** Sentences that may wait. */
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

const telephoneRate = 8_000;
const defaultLimitMs = 15_000;
const defaultMaxWaiting = 1_000;
const maxCharacters = 2_000;
const attempts = 2;
/** Part of the hash: a change in how sounds are made asks for new ones. */
const cacheVersion = 2;

export const startVoice = (options: VoiceOptions): Voice => {
  const { command, cacheDir, limitMs = defaultLimitMs, maxWaiting = defaultMaxWaiting } = options;
  const wanted = new Map<string, Promise<Uint8Array>>();
  let turn: Promise<unknown> = Promise.resolve();
  let program: VoiceProcess | null = null;
  let closed = false;

  const running = (): VoiceProcess => {
    if (!program?.lives()) program = startVoiceProcess(command);
    return program;
  };

  const ask = async (request: VoiceRequest): Promise<Uint8Array> => {
    for (let attempt = 0; attempt < attempts && !closed; attempt += 1) {
      const asked = running();
      const limit = setTimeout(asked.stop, limitMs);
      const sound = await asked.ask(request);
      clearTimeout(limit);
      if (sound) return encodeAlaw(trimmed(levelled(resample(sound.samples, sound.sampleRate, telephoneRate))));
    }
    throw new VoiceFailed(closed ? 'closed' : 'noAnswer');
  };

  const make = async (file: string, request: VoiceRequest): Promise<Uint8Array> => {
    const kept = await readKept(file);
    if (kept) return kept;
    const spoken = turn.then(() => ask(request));
    turn = spoken.catch(() => {});
    const audio = await spoken;
    await keep(cacheDir, file, audio);
    return audio;
  };

  return {
    speak: (text, { speaker, speed, pitch }) => {
      if (closed) return Promise.reject(new VoiceFailed('closed'));
      if (text.length > maxCharacters) return Promise.reject(new VoiceFailed('textTooLong'));
      const request = { text, speaker, speed, pitch };
      const key = createHash('sha256')
        .update(JSON.stringify([cacheVersion, request]))
        .digest('hex')
        .slice(0, 40);
      const already = wanted.get(key);
      if (already) return already;
      if (wanted.size >= maxWaiting) return Promise.reject(new VoiceFailed('tooManyWaiting'));
      const made = make(join(cacheDir, `${key}.alaw`), request).finally(() => wanted.delete(key));
      wanted.set(key, made);
      return made;
    },
    close: async () => {
      closed = true;
      program?.stop();
      await program?.gone;
      await Promise.allSettled(wanted.values());
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
