import { readFile } from 'node:fs/promises';
import { BoundedMap } from '@lianxian/core/kit';

/**
 * Voiced sentences in memory, A-law as they go out, shared by all calls of a worker. Loaded from `<folder>/<hash>.alaw`;
 * the least recently used leave when the bound is passed (a plan of a hundred sentences is about 4 MB).
 */
export interface PromptCache {
  /** The audio of a prompt, or null when its file is not there. */
  readonly get: (hash: string) => Promise<Uint8Array | null>;
  /** What is in memory already; saves a turn of the event loop on the hot path. */
  readonly peek: (hash: string) => Uint8Array | undefined;
  readonly bytes: () => number;
}

const DEFAULT_BOUND_BYTES = 96 * 1024 * 1024;

export const createPromptCache = (fileOf: (hash: string) => string, boundBytes = DEFAULT_BOUND_BYTES): PromptCache => {
  const held = new BoundedMap<string, Uint8Array>(boundBytes, ({ length }) => length);
  const loading = new Map<string, Promise<Uint8Array | null>>();

  const load = async (hash: string): Promise<Uint8Array | null> => {
    try {
      const audio = new Uint8Array(await readFile(fileOf(hash)));
      held.set(hash, audio);
      return audio;
    } catch {
      // Not made yet, or the disk failed: the same to the call, which asks for it to be made.
      return null;
    } finally {
      loading.delete(hash);
    }
  };

  return {
    peek: hash => held.use(hash),
    get: hash => {
      const audio = held.use(hash);
      if (audio) return Promise.resolve(audio);
      const pending = loading.get(hash) ?? load(hash);
      loading.set(hash, pending);
      return pending;
    },
    bytes: () => held.weight,
  };
};
