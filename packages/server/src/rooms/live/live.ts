import type { LiveCallEvent, TaskWord } from '@lianxian/contract';
import type { CallNews, ConversationNote, Instant, TalkView, Verdict } from '@lianxian/core';
import { type CallLadder, createLadders, type LadderMessage, type Ladders } from './ladders.ts';
import { createLineWatch } from './line-watch.ts';
import { type LiveFact, liveFactOf, newestWord } from './live.view.ts';

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
  /** A call lives here. `taskId`: of an attempt; null for a call by hand. */
  readonly begin: (call: string, merchantId: string, placedAt: Instant, taskId: string | null) => WatchedCall;
  /** The record of a call is there, of one that ended long ago too. */
  readonly filed: (call: string, at: Instant) => void;
  /** Somebody watches; with `replay` (a new watcher) all so far is sent again, and watchers go by `seq`. */
  readonly watch: (call: string, replay: boolean, at: Instant) => void;
  /** Somebody watches a task's board; with `replay` the newest of all its live calls is sent. */
  readonly watchTask: (task: string, replay: boolean, at: Instant) => void;
  /** Somebody watches the lines of a merchant (monitor). */
  readonly watchLines: (merchantId: string, at: Instant) => void;
  readonly ladders: LaddersOfCalls;
}

/** SIP of the calls that live here: what passes on the network, and which call a Call-ID is of. */
export interface LaddersOfCalls {
  readonly seen: Ladders['seen'];
  readonly belongs: (callId: string, call: string) => void;
}

/** One call as its watchers are told of it; the call itself holds it. */
export interface WatchedCall {
  readonly moved: (news: Moved) => void;
  /** `talk`: with this note. */
  readonly noted: (note: ConversationNote, talk: TalkView) => void;
  /** Its SIP as its record keeps it. */
  readonly ladder: (verdict: Verdict) => readonly LadderMessage[] | null;
  /** The record is filed, or never will be. Events are kept a little for who comes late. */
  readonly end: () => void;
}

type Moved = Pick<Extract<CallNews, { readonly type: 'moved' }>, 'to' | 'at' | 'earlyMedia'>;

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
  readonly call: string;
  readonly merchantId: string;
  readonly placedAt: Instant;
  readonly task: Watched | null;
  readonly ladder: CallLadder;
  readonly events: LiveCallEvent[];
  watchedUntil: number;
  seq: number;
  newest: TaskWord;
}

/** A task with calls here, or one whose board somebody watches. */
interface Watched {
  readonly id: string;
  readonly calls: Set<Live>;
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
  const ladders = createLadders();
  const lines = createLineWatch({ publish: options.publishLines, rest: options.rest });

  const taskOf = (id: string, at: Instant): Watched => {
    if (tasks.size >= TASKS_KEPT)
      for (const task of tasks.values()) if (task.calls.size === 0 && task.watchedUntil < at) tasks.delete(task.id);
    const task = tasks.get(id) ?? unwatched(id);
    tasks.set(id, task);
    return task;
  };

  const tell = (live: Live, fact: LiveFact, at: Instant): void => {
    live.seq += 1;
    const event: LiveCallEvent = { ...fact, seq: live.seq, atMs: Math.max(0, Math.round(at - live.placedAt)) };
    if (live.events.length < EVENTS_BOUND) live.events.push(event);
    if (at <= live.watchedUntil) publish(live.merchantId, live.call, [event]);
  };

  const show = (live: Live, part: Partial<TaskWord>, at: Instant): void => {
    const newest = { ...live.newest, ...part };
    if (isSame(newest, live.newest)) return;
    live.newest = newest;
    if (live.task && at <= live.task.watchedUntil) fold(options, live.merchantId, live.task, [newest]);
  };

  const follow = (live: Live): WatchedCall => ({
    moved: ({ to, at, earlyMedia }) => {
      tell(live, { kind: 'state', state: to, ...(earlyMedia ? { earlyMedia } : {}) }, at);
      lines.moved(live.merchantId, at);
      show(live, { state: to }, at);
    },
    noted: (note, talk) => {
      const fact = liveFactOf(note);
      if (fact) tell(live, fact, note.at);
      show(live, newestWord(talk), note.at);
    },
    ladder: live.ladder.forRecord,
    end: () => {
      live.task?.calls.delete(live);
      later(() => {
        live.ladder.end();
        calls.delete(live.call);
      });
    },
  });

  const begin: LiveCalls['begin'] = (call, merchantId, placedAt, taskId) => {
    const task = taskId === null ? null : taskOf(taskId, placedAt);
    const ladder = ladders.open({
      placedAt,
      // Somebody waits for a call by hand and for one to us; of an attempt its fault is of interest.
      whole: taskId === null,
      tell: (message, at) => tell(live, { kind: 'sip', message }, at),
      onMore: messages => options.onMoreSip(merchantId, call, messages),
    });
    const newest: TaskWord = { call, state: 'placed', node: '', speaker: null, text: '', level: null };
    const watchedUntil = Number.NEGATIVE_INFINITY;
    const live: Live = { call, merchantId, placedAt, task, ladder, events: [], watchedUntil, seq: 0, newest };
    task?.calls.add(live);
    calls.set(call, live);
    return follow(live);
  };

  return {
    ladders: { seen: ladders.seen, belongs: (callId, call) => calls.get(call)?.ladder.belongs(callId) },
    begin,
    filed: (call, at) => {
      const live = calls.get(call);
      if (live) tell(live, { kind: 'filed', id: call }, at);
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
      const living = [...task.calls];
      const words = living.map(({ newest }) => newest);
      if (living[0]) fold(options, living[0].merchantId, task, words);
    },
  };
};

const isSame = (one: TaskWord, other: TaskWord): boolean =>
  one.state === other.state &&
  one.node === other.node &&
  one.level === other.level &&
  one.speaker === other.speaker &&
  one.text === other.text;

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
