import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { aloud, BoundedMap, figuresAloud, isSilent, type SentenceSegment } from '@lianxian/core';
import { promptFile, promptHash, promptNames } from './ports/prompt-key.ts';
import type { Synthesiser } from './ports/synthesiser.ts';
import { type PromptBounds, sweepPrompts } from './prompt-sweep.ts';

/**
 * Prompts on disk: `<folder>/<name>.alaw`, made once for a voice and a text, or fetched once where a person recorded it,
 * and read by every media worker. A file is whole or absent (written aside, then renamed). The same prompt asked for twice
 * at once is made once. Several voices live in one folder: a voice's name is part of its prompts' names.
 */
export interface Prompts {
  /** The voice that speaks where none is asked for. */
  readonly voice: string;
  /**
   * Makes what is missing, by that voice; `dueMs`: so long from now it is needed. Rejects with `PromptNotMade` after `limitMs`
   * or when the voice fails.
   */
  readonly ensure: (
    segments: Iterable<SentenceSegment>,
    limitMs: number,
    voice?: Synthesiser,
    dueMs?: number,
  ) => Promise<void>;
  /** The sound of a segment that was ensured; null when it has none. */
  readonly read: (segment: SentenceSegment, voice?: Synthesiser) => Promise<Uint8Array | null>;
  /** Removes what nobody has needed for long, and of what is left the oldest beyond the bound (`prompt-sweep.ts`). */
  readonly sweep: (at: Date, bounds?: PromptBounds) => Promise<void>;
}

/** A recording by its name, from wherever the house keeps it; null when it is gone. */
type FindRecording = (name: string) => Promise<Uint8Array | null>;

export class PromptNotMade extends Error {
  override readonly name = 'PromptNotMade';
}

/** Known to be on disk; a bound, because a big merchant has many sentences. */
const KNOWN_BOUND = 50_000;
/** A file's time is when it was needed last, to a day: that it is there is looked at again then. */
const MARKED_MS = 86_400_000;

const whole = async (file: string, audio: Uint8Array): Promise<void> => {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(aside, audio, { mode: 0o600 });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
};

/** Whether a file is there; that it is needed is marked as its time. */
const mark = async (file: string): Promise<boolean> => {
  const now = new Date();
  return await utimes(file, now, now).then(
    () => true,
    () => false,
  );
};

/** Rejects with `PromptNotMade` when the work fails or is not done in time. */
const within = async (limitMs: number, work: Promise<unknown>): Promise<void> => {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new PromptNotMade('the voice is too slow')), limitMs);
  });
  try {
    await Promise.race([work, late]);
  } catch (error) {
    throw error instanceof PromptNotMade ? error : new PromptNotMade(String(error), { cause: error });
  } finally {
    clearTimeout(limit);
  }
};

/** The text as it is said: figures are words by then, whatever the voice would make of them. */
const spokenText = (segment: SentenceSegment): SentenceSegment => ({
  text: figuresAloud(aloud(segment.text, segment.spoken)),
  fixed: segment.fixed,
  spoken: 'asWritten',
});

export const openPrompts = async (
  promptsDir: string,
  usual: Synthesiser,
  findRecording: FindRecording = async () => null,
): Promise<Prompts> => {
  await mkdir(promptsDir, { recursive: true, mode: 0o700 });
  /** Since when, on the monotonic clock. */
  const known = new BoundedMap<string, number>(KNOWN_BOUND);
  const making = new Map<string, Promise<boolean>>();

  const remember = (name: string): void => void known.set(name, performance.now());
  const isKnown = (name: string): boolean => performance.now() - (known.get(name) ?? -Infinity) < MARKED_MS;

  /** False when `make` has no sound for it. */
  const keep = async (name: string, make: () => Promise<Uint8Array | null>): Promise<boolean> => {
    const file = promptFile(promptsDir, name);
    const there = await mark(file);
    const audio = there ? null : await make();
    if (audio) await whole(file, audio);
    if (!there && !audio) return false;
    remember(name);
    return true;
  };

  const once = (name: string, make: () => Promise<Uint8Array | null>): Promise<boolean> => {
    const pending = making.get(name);
    if (pending) return pending;
    const made = keep(name, make).finally(() => making.delete(name));
    making.set(name, made);
    return made;
  };

  const ensureOne = async (segment: SentenceSegment, voice: Synthesiser, dueMs: number): Promise<void> => {
    const [first] = promptNames(voice.voice, segment);
    if (isKnown(first)) return;
    const spoken = promptHash(voice.voice, segment);
    if (first !== spoken && (await once(first, () => findRecording(first)))) return;
    if (dueMs === 0 && making.has(spoken)) voice.hurry?.(spokenText(segment));
    await once(spoken, () => voice.speak(spokenText(segment), dueMs));
  };

  return {
    voice: usual.voice,
    ensure: async (segments, limitMs, voice = usual, dueMs = 0) => {
      const missing = [...segments].filter(
        segment => !isSilent(segment.text) && !isKnown(promptNames(voice.voice, segment)[0]),
      );
      if (missing.length > 0)
        await within(limitMs, Promise.all(missing.map(segment => ensureOne(segment, voice, dueMs))));
    },
    read: async (segment, voice = usual) => {
      for (const name of promptNames(voice.voice, segment)) {
        const audio = await readFile(promptFile(promptsDir, name)).catch(() => null);
        if (audio) return audio;
        // Another process swept it.
        known.delete(name);
      }
      return null;
    },
    sweep: (at, bounds) => sweepPrompts(promptsDir, at, { ...bounds, gone: name => known.delete(name) }),
  };
};
