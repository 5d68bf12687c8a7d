import { readFile } from 'node:fs/promises';

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
  const held = new Map<string, Uint8Array>();
  const loading = new Map<string, Promise<Uint8Array | null>>();
  let bytes = 0;

  const keep = (hash: string, audio: Uint8Array): void => {
    held.set(hash, audio);
    bytes += audio.length;
    for (const [oldest, old] of held) {
      if (bytes <= boundBytes || oldest === hash) break;
      held.delete(oldest);
      bytes -= old.length;
    }
  };

  const peek = (hash: string): Uint8Array | undefined => {
    const audio = held.get(hash);
    if (!audio) return undefined;
    held.delete(hash);
    held.set(hash, audio);
    return audio;
  };

  const load = async (hash: string): Promise<Uint8Array | null> => {
    try {
      const audio = new Uint8Array(await readFile(fileOf(hash)));
      keep(hash, audio);
      return audio;
    } catch {
      // Not made yet, or the disk failed: the same to the call, which asks for it to be made.
      return null;
    } finally {
      loading.delete(hash);
    }
  };

  return {
    peek,
    get: hash => {
      const audio = peek(hash);
      if (audio) return Promise.resolve(audio);
      const pending = loading.get(hash) ?? load(hash);
      loading.set(hash, pending);
      return pending;
    },
    bytes: () => bytes,
  };
};
