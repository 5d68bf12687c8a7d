import type { CallWord } from '@lianxian/contract';
import { goodLevels } from '@lianxian/core';

/**
 * What is said now in the calls of one task, for a board of hundreds. Words stay out of React's state: pieces that come
 * before the next painting are folded, then only the rows of those calls are told. Which calls a pick holds is told apart, and seldom.
 */
/** Calls by what is so of them now: the callee spoke last; the level so far is A or B. */
const picks = {
  callee: ({ speaker }: CallWord) => speaker === 'callee',
  wanted: ({ level }: CallWord) => goodLevels.some(good => good === level),
} as const;
export type CallPick = keyof typeof picks;
const none: ReadonlySet<string> = new Set();

export interface CallWords {
  readonly of: (call: string) => CallWord | undefined;
  /** Tells when the words of `call` change. */
  readonly watch: (call: string, listener: () => void) => () => void;
  /** The calls of a pick; the same set while nothing of it changed. */
  readonly picked: (pick: CallPick) => ReadonlySet<string>;
  readonly watchPicks: (listener: () => void) => () => void;
  /** Forgets the calls that are not in `calls`. */
  readonly keep: (calls: ReadonlySet<string>) => void;
  readonly take: (words: readonly CallWord[]) => void;
}

/** A board shows at most so many; beyond it new calls wait until old ones are forgotten. */
const mostCalls = 1_000;

/** `nextFrame` runs its work once the browser is about to paint. */
export const createCallWords = (nextFrame: (work: () => void) => void): CallWords => {
  const words = new Map<string, CallWord>();
  const watchers = new Map<string, Set<() => void>>();
  const pickWatchers = new Set<() => void>();
  let pending = new Map<string, CallWord>();
  const picked = new Map<CallPick, ReadonlySet<string>>();

  const pickAnew = () => {
    let changed = false;
    for (const pick of ['callee', 'wanted'] as const) {
      const before = picked.get(pick) ?? none;
      const now = new Set([...words].filter(([, word]) => picks[pick](word)).map(([call]) => call));
      if (now.size === before.size && [...now].every(call => before.has(call))) continue;
      picked.set(pick, now);
      changed = true;
    }
    if (changed) for (const listener of pickWatchers) listener();
  };
  const flush = () => {
    const fresh = pending;
    pending = new Map();
    for (const [call, word] of fresh) {
      if (!words.has(call) && words.size >= mostCalls) continue;
      words.set(call, word);
      for (const listener of watchers.get(call) ?? []) listener();
    }
    pickAnew();
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
    picked: pick => picked.get(pick) ?? none,
    watchPicks: listener => {
      pickWatchers.add(listener);
      return () => pickWatchers.delete(listener);
    },
    keep: calls => {
      for (const call of words.keys()) if (!calls.has(call)) words.delete(call);
      pickAnew();
    },
    take: fresh => {
      if (pending.size === 0 && fresh.length > 0) nextFrame(flush);
      for (const word of fresh) pending.set(word.call, word);
    },
  };
};
