import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { aloud, isSilent, type SentenceSegment } from '@lianxian/core';
import { promptFile, promptHash, promptNames } from '../media-worker/prompt-key.ts';
import type { Synthesiser } from '../media-worker/synthesiser.ts';

/**
 * Prompts on disk: `<folder>/<name>.alaw`, made once for a voice and a text, or fetched once where a person recorded it,
 * and read by every media worker. A file is whole or absent (written aside, then renamed). The same prompt asked for twice
 * at once is made once. Several voices live in one folder: a voice's name is part of its prompts' names.
 */
export interface Prompts {
  /** The voice that speaks where none is asked for. */
  readonly voice: string;
  /** Makes what is missing, by that voice. Rejects with `PromptNotMade` after `limitMs` or when the voice fails. */
  readonly ensure: (segments: Iterable<SentenceSegment>, limitMs: number, voice?: Synthesiser) => Promise<void>;
  /** The sound of a segment that was ensured; null when it has none. */
  readonly read: (segment: SentenceSegment, voice?: Synthesiser) => Promise<Uint8Array | null>;
}

/** A recording by its name, from wherever the house keeps it; null when it is gone. */
export type FindRecording = (name: string) => Promise<Uint8Array | null>;

export class PromptNotMade extends Error {
  override readonly name = 'PromptNotMade';
}

/** Known to be on disk; a bound, because a big merchant has many sentences. */
const KNOWN_BOUND = 50_000;

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
  text: aloud(segment.text, segment.spoken),
  fixed: segment.fixed,
  spoken: 'asWritten',
});

export const openPrompts = async (
  promptsDir: string,
  usual: Synthesiser,
  findRecording: FindRecording = async () => null,
): Promise<Prompts> => {
  await mkdir(promptsDir, { recursive: true, mode: 0o700 });
  const known = new Set<string>();
  const making = new Map<string, Promise<boolean>>();

  const remember = (name: string): void => {
    if (known.size >= KNOWN_BOUND) known.clear();
    known.add(name);
  };

  /** False when `make` has no sound for it. */
  const keep = async (name: string, make: () => Promise<Uint8Array | null>): Promise<boolean> => {
    const file = promptFile(promptsDir, name);
    const there = await access(file).then(
      () => true,
      () => false,
    );
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

  const ensureOne = async (segment: SentenceSegment, voice: Synthesiser): Promise<void> => {
    const [first] = promptNames(voice.voice, segment);
    if (known.has(first)) return;
    const spoken = promptHash(voice.voice, segment);
    if (first !== spoken && (await once(first, () => findRecording(first)))) return;
    await once(spoken, () => voice.speak(spokenText(segment)));
  };

  return {
    voice: usual.voice,
    ensure: async (segments, limitMs, voice = usual) => {
      const missing = [...segments].filter(
        segment => !isSilent(segment.text) && !known.has(promptNames(voice.voice, segment)[0]),
      );
      if (missing.length > 0) await within(limitMs, Promise.all(missing.map(segment => ensureOne(segment, voice))));
    },
    read: async (segment, voice = usual) => {
      for (const name of promptNames(voice.voice, segment)) {
        const audio = await readFile(promptFile(promptsDir, name)).catch(() => null);
        if (audio) return audio;
      }
      return null;
    },
  };
};
