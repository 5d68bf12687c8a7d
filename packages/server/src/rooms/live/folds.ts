import type { CallWord } from '@lianxian/contract';
import type { Instant } from '@lianxian/core';

/**
 * Calls that are watched together: those of a task by its board, those of a merchant by its live page. A watcher gets the newest of
 * each of its calls at the beginning, then once in a while what is new of them, one word a call however much was said. A watch runs
 * out unless it is renewed.
 *
 * Bounds: one word of each call that lives or ended since the last message; groups that were watched and have no call.
 */
interface Folds<M extends Folded> {
  /** The group `id`, with calls here or without. */
  readonly of: (id: string, at: Instant) => Fold<M>;
}

/** What is folded: a call with its newest word. */
interface Folded {
  readonly newest: CallWord;
}

export interface Fold<M extends Folded> {
  readonly add: (call: M) => void;
  /** It is over; what is new of it is told still. */
  readonly remove: (call: M) => void;
  /** Something is new of a call. */
  readonly changed: (call: M, at: Instant) => void;
  /** With `replay` (a new watcher) all of its calls are told. */
  readonly watch: (replay: boolean, at: Instant) => void;
}

interface FoldsOptions<M> {
  /** Resolves when it has left: until then words are folded. Never rejects. */
  readonly publish: (id: string, calls: readonly M[]) => Promise<void>;
  /** Calls back when the words of the last moments are to be sent. */
  readonly soon: (send: () => void) => void;
}

/** A watch is renewed every 10 s by web; one renewal may be lost. */
export const WATCH_MS = 25_000;
/** Groups beyond this are looked through for watches that ran out. */
const GROUPS_KEPT = 1_000;

interface Group<M> {
  readonly calls: Set<M>;
  /** What watchers were not told yet. */
  readonly unsent: Set<M>;
  watchedUntil: number;
  /** A message is under way: it waits for its moment, or for the bus. */
  isFolding: boolean;
}

export const createFolds = <M extends Folded>({ publish, soon }: FoldsOptions<M>): Folds<M> => {
  const groups = new Map<string, Group<M>>();

  const groupOf = (id: string, at: Instant): Group<M> => {
    if (groups.size >= GROUPS_KEPT)
      for (const [each, { calls, watchedUntil }] of groups)
        if (calls.size === 0 && watchedUntil < at) groups.delete(each);
    const group = groups.get(id) ?? unwatched();
    groups.set(id, group);
    return group;
  };

  const tell = (id: string, group: Group<M>, calls: Iterable<M>): void => {
    for (const call of calls) group.unsent.add(call);
    if (group.isFolding || group.unsent.size === 0) return;
    group.isFolding = true;
    const send = async (): Promise<void> => {
      const leaving = [...group.unsent];
      group.unsent.clear();
      await publish(id, leaving);
      group.isFolding = group.unsent.size > 0;
      if (group.isFolding) soon(() => void send());
    };
    soon(() => void send());
  };

  return {
    of: (id, begunAt) => {
      const group = groupOf(id, begunAt);
      return {
        add: call => group.calls.add(call),
        remove: call => group.calls.delete(call),
        changed: (call, at) => {
          if (at <= group.watchedUntil) tell(id, group, [call]);
        },
        watch: (replay, at) => {
          const wasWatched = at <= group.watchedUntil;
          group.watchedUntil = at + WATCH_MS;
          if (replay || !wasWatched) tell(id, group, group.calls);
        },
      };
    },
  };
};

const unwatched = <M>(): Group<M> => ({
  calls: new Set(),
  unsent: new Set(),
  watchedUntil: Number.NEGATIVE_INFINITY,
  isFolding: false,
});
