import { randomBytes } from 'node:crypto';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import type { SentenceSegment } from '@lianxian/core';
import { promptFile, promptHash } from '../media-worker/prompt-key.ts';
import type { Synthesiser } from './synthesiser.ts';

/**
 * Prompts on disk: `<folder>/<hash>.alaw`, made once for a voice and a text and read by every media worker. A file is
 * whole or absent (written aside, then renamed). The same prompt asked for twice at once is made once.
 */
export interface Prompts {
  readonly voice: string;
  /** Makes what is missing. Rejects with `PromptNotMade` after `limitMs` or when the voice fails. */
  readonly ensure: (segments: Iterable<SentenceSegment>, limitMs: number) => Promise<void>;
}

export class PromptNotMade extends Error {
  override readonly name = 'PromptNotMade';
}

/** Known to be on disk; a bound, because a big merchant has many sentences. */
const KNOWN_BOUND = 50_000;

export const openPrompts = async (promptsDir: string, synthesiser: Synthesiser): Promise<Prompts> => {
  await mkdir(promptsDir, { recursive: true, mode: 0o700 });
  const known = new Set<string>();
  const making = new Map<string, Promise<void>>();

  const remember = (hash: string): void => {
    if (known.size >= KNOWN_BOUND) known.clear();
    known.add(hash);
  };

  const make = async (hash: string, segment: SentenceSegment): Promise<void> => {
    const file = promptFile(promptsDir, hash);
    const there = await access(file).then(
      () => true,
      () => false,
    );
    if (!there) {
      const audio = await synthesiser.speak(segment);
      const aside = `${file}.${randomBytes(6).toString('hex')}`;
      try {
        await writeFile(aside, audio, { mode: 0o600 });
        await rename(aside, file);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    }
    remember(hash);
  };

  const ensureOne = (segment: SentenceSegment): Promise<void> | null => {
    const hash = promptHash(synthesiser.voice, segment);
    if (segment.text.trim() === '' || known.has(hash)) return null;
    const pending = making.get(hash);
    if (pending) return pending;
    const made = make(hash, segment).finally(() => making.delete(hash));
    making.set(hash, made);
    return made;
  };

  return {
    voice: synthesiser.voice,
    ensure: async (segments, limitMs) => {
      const pending = [...segments].flatMap(segment => ensureOne(segment) ?? []);
      if (pending.length === 0) return;
      let limit: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        limit = setTimeout(() => reject(new PromptNotMade('the voice is too slow')), limitMs);
      });
      try {
        await Promise.race([Promise.all(pending), late]);
      } catch (error) {
        throw error instanceof PromptNotMade ? error : new PromptNotMade(String(error), { cause: error });
      } finally {
        clearTimeout(limit);
      }
    },
  };
};
