import type { LiveCallEvent, TaskWord } from '@lianxian/contract';
import type { Instant } from '@lianxian/core';
import { createLadders, type LadderMessage, type Ladders } from './ladders.ts';
import { createLineWatch } from './line-watch.ts';
import { type LiveFact, taskWordAfter } from './live.view.ts';

/**
 * The words of live calls, for whoever watches (sent only for topics that somebody watches). Each call's
 * events are numbered and kept while it lives, so a late watcher gets all of them from the start. Watchers of a task get
 * the newest of each of its calls instead, folded: all at the beginning, then a few times a second what is new. A watch
 * runs out unless it is renewed.
 *
 * Bounds: events of a call; for a watched task one word of each call that lives or ended since the last fold; tasks that
 * were watched and have no call.
 */
export interface LiveCalls {
  /** `taskId`: of an attempt; null for a call by hand. */
  readonly begin: (call: string, merchantId: string, placedAt: Instant, taskId: string | null) => void;
  readonly tell: (call: string, fact: LiveFact, at: Instant) => void;
  /** Somebody watches; with `replay` (a new watcher) all so far is sent again, and watchers go by `seq`. */
  readonly watch: (call: string, replay: boolean, at: Instant) => void;
  /** Somebody watches a task's board; with `replay` the newest of all its live calls is sent. */
  readonly watchTask: (task: string, replay: boolean, at: Instant) => void;
  /** Somebody watches the lines of a merchant (monitor). */
  readonly watchLines: (merchantId: string, at: Instant) => void;
  /** The record is filed. Events are kept a little for who comes late. */
  readonly end: (call: string) => void;
  /** SIP of the calls that live here. */
  readonly ladders: Pick<Ladders, 'seen' | 'belongs' | 'forRecord'>;
}

export interface LiveCallsOptions {
  /** To all web processes; they forward to who subscribed. */
  readonly publish: (merchantId: string, call: string, events: readonly LiveCallEvent[]) => void;
  /** The same for a board; resolves when it has left: until then words are folded. Never rejects. */
  readonly publishTask: (merchantId: string, task: string, words: readonly TaskWord[]) => Promise<void>;
  /** Calls of this merchant moved and somebody watches its lines; not again before `rest` called back. */
  readonly publishLines: (merchantId: string) => void;
  /** SIP that came after the record was filed: all that it should hold. */
  readonly onMoreSip: (merchantId: string, call: string, messages: readonly LadderMessage[]) => void;
  /** Calls back when an ended call may be forgotten. */
  readonly later: (forget: () => void) => void;
  /** Calls back when the words of the last moments are to be sent: in some 300 ms. */
  readonly soon: (send: () => void) => void;
  /** Calls back when the lines of a merchant may be told of again: in a second. */
  readonly rest: (over: () => void) => void;
}

/** A watch is renewed every 10 s by web; one renewal may be lost. */
const WATCH_MS = 25_000;
/** A talk of an hour has some hundreds of events. */
const EVENTS_BOUND = 5_000;
/** Tasks beyond this are looked through for watches that ran out. */
const TASKS_KEPT = 1_000;

interface Live {
  readonly merchantId: string;
  readonly placedAt: Instant;
  readonly task: Watched | null;
  readonly events: LiveCallEvent[];
  watchedUntil: number;
  seq: number;
  newest: TaskWord;
}

/** A task with calls here, or one whose board somebody watches. */
interface Watched {
  readonly id: string;
  readonly calls: Set<string>;
  /** What watchers were not told yet, by call. */
  readonly unsent: Map<string, TaskWord>;
  watchedUntil: number;
  /** A fold is under way: it waits for its moment, or for the bus. */
  isFolding: boolean;
}

export const createLiveCalls = (options: LiveCallsOptions): LiveCalls => {
  const { publish, later } = options;
  const calls = new Map<string, Live>();
  const tasks = new Map<string, Watched>();
  const lines = createLineWatch({ publish: options.publishLines, rest: options.rest });

  const taskOf = (id: string, at: Instant): Watched => {
    if (tasks.size >= TASKS_KEPT)
      for (const task of tasks.values()) if (task.calls.size === 0 && task.watchedUntil < at) tasks.delete(task.id);
    const task = tasks.get(id) ?? unwatched(id);
    tasks.set(id, task);
    return task;
  };

  const tell: LiveCalls['tell'] = (call, fact, at) => {
    const live = calls.get(call);
    if (!live) return;
    live.seq += 1;
    const event: LiveCallEvent = { ...fact, seq: live.seq, atMs: Math.max(0, Math.round(at - live.placedAt)) };
    if (live.events.length < EVENTS_BOUND) live.events.push(event);
    if (at <= live.watchedUntil) publish(live.merchantId, call, [event]);
    if (fact.kind === 'state') lines.moved(live.merchantId, at);
    const newest = taskWordAfter(live.newest, fact);
    if (newest === live.newest) return;
    live.newest = newest;
    if (live.task && at <= live.task.watchedUntil) fold(options, live.merchantId, live.task, [newest]);
  };
  const ladders = createLadders({
    tell: (call, message, at) => tell(call, { kind: 'sip', message }, at),
    onMore: (call, messages) => {
      const live = calls.get(call);
      if (live) options.onMoreSip(live.merchantId, call, messages);
    },
  });

  return {
    ladders,
    tell,
    begin: (call, merchantId, placedAt, taskId) => {
      const task = taskId === null ? null : taskOf(taskId, placedAt);
      task?.calls.add(call);
      const newest: TaskWord = { call, state: 'placed', node: '', speaker: null, text: '' };
      const watchedUntil = Number.NEGATIVE_INFINITY;
      calls.set(call, { merchantId, placedAt, task, events: [], watchedUntil, seq: 0, newest });
      // Somebody waits for a call by hand and for one to us; of an attempt its fault is of interest.
      ladders.begin(call, placedAt, taskId === null);
    },
    watchLines: lines.watch,
    watch: (call, replay, at) => {
      const live = calls.get(call);
      if (!live) return;
      const wasWatched = at <= live.watchedUntil;
      live.watchedUntil = at + WATCH_MS;
      if ((replay || !wasWatched) && live.events.length > 0) publish(live.merchantId, call, live.events);
    },
    watchTask: (id, replay, at) => {
      const task = taskOf(id, at);
      const wasWatched = at <= task.watchedUntil;
      task.watchedUntil = at + WATCH_MS;
      if (!replay && wasWatched) return;
      const living = [...task.calls].flatMap(call => calls.get(call) ?? []);
      if (living[0])
        fold(
          options,
          living[0].merchantId,
          task,
          living.map(({ newest }) => newest),
        );
    },
    end: call => {
      calls.get(call)?.task?.calls.delete(call);
      later(() => {
        ladders.end(call);
        calls.delete(call);
      });
    },
  };
};

const unwatched = (id: string): Watched => ({
  id,
  calls: new Set(),
  unsent: new Map(),
  watchedUntil: Number.NEGATIVE_INFINITY,
  isFolding: false,
});

/** Keeps words for the next message of a task; only the newest of each call leaves. */
const fold = (options: LiveCallsOptions, merchantId: string, task: Watched, words: readonly TaskWord[]): void => {
  for (const word of words) task.unsent.set(word.call, word);
  if (task.isFolding) return;
  task.isFolding = true;
  const send = async (): Promise<void> => {
    const leaving = [...task.unsent.values()];
    task.unsent.clear();
    await options.publishTask(merchantId, task.id, leaving);
    task.isFolding = task.unsent.size > 0;
    if (task.isFolding) options.soon(() => void send());
  };
  options.soon(() => void send());
};
