import type { TaskWord } from '@lianxian/contract';

/**
 * What is said now in the calls of one task, for a board of hundreds. Words stay out of React's state: pieces that come
 * before the next painting are folded, then only the rows of those calls are told. Who is speaking is told apart, and seldom.
 */
export interface TaskWords {
  readonly of: (call: string) => TaskWord | undefined;
  /** Tells when the words of `call` change. */
  readonly watch: (call: string, listener: () => void) => () => void;
  /** The calls whose callee spoke last; the same set while nothing of it changed. */
  readonly calleesSpeaking: () => ReadonlySet<string>;
  readonly watchSpeaking: (listener: () => void) => () => void;
  /** Forgets the calls that are not in `calls`. */
  readonly keep: (calls: ReadonlySet<string>) => void;
  readonly take: (words: readonly TaskWord[]) => void;
}

/** A board shows at most so many; beyond it new calls wait until old ones are forgotten. */
const mostCalls = 1_000;

/** `nextFrame` runs its work once the browser is about to paint. */
export const createTaskWords = (nextFrame: (work: () => void) => void): TaskWords => {
  const words = new Map<string, TaskWord>();
  const watchers = new Map<string, Set<() => void>>();
  const speakingWatchers = new Set<() => void>();
  let pending = new Map<string, TaskWord>();
  let speaking: ReadonlySet<string> = new Set();

  const seeWhoSpeaks = () => {
    const now = new Set([...words].filter(([, word]) => word.speaker === 'callee').map(([call]) => call));
    if (now.size === speaking.size && [...now].every(call => speaking.has(call))) return;
    speaking = now;
    for (const listener of speakingWatchers) listener();
  };
  const flush = () => {
    const fresh = pending;
    pending = new Map();
    for (const [call, word] of fresh) {
      if (!words.has(call) && words.size >= mostCalls) continue;
      words.set(call, word);
      for (const listener of watchers.get(call) ?? []) listener();
    }
    seeWhoSpeaks();
  };
  return {
    of: call => words.get(call),
    watch: (call, listener) => {
      const listeners = watchers.get(call) ?? new Set();
      watchers.set(call, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) watchers.delete(call);
      };
    },
    calleesSpeaking: () => speaking,
    watchSpeaking: listener => {
      speakingWatchers.add(listener);
      return () => speakingWatchers.delete(listener);
    },
    keep: calls => {
      for (const call of words.keys()) if (!calls.has(call)) words.delete(call);
      seeWhoSpeaks();
    },
    take: fresh => {
      if (pending.size === 0 && fresh.length > 0) nextFrame(flush);
      for (const word of fresh) pending.set(word.call, word);
    },
  };
};
