import type { CallWord, LiveCallEvent } from '@lianxian/contract';
import type { CallNews, ConversationNote, Instant, TalkView, Verdict } from '@lianxian/core';
import type { RowOwner } from '../../platform/db/index.ts';
import { createFolds, type Fold, WATCH_MS } from './folds.ts';
import { type CallLadder, createLadders, type LadderMessage, type Ladders } from './ladders.ts';
import { createLineWatch } from './line-watch.ts';
import { type LiveFact, liveFactOf, newestWord } from './live.view.ts';

/**
 * The words of live calls, for whoever watches (sent only for topics that somebody watches). Each call's
 * events are numbered and kept while it lives, so a late watcher gets all of them from the start. Watchers of a task, or of
 * all calls of a merchant, get the newest of each instead (`folds`). A watch runs out unless it is renewed.
 *
 * Bound: events of a call.
 */
export interface LiveCalls {
  readonly begin: (call: BegunCall, placedAt: Instant) => WatchedCall;
  /** The record of a call is there, of one that ended long ago too. */
  readonly filed: (call: string, at: Instant) => void;
  /** Somebody watches; with `replay` (a new watcher) all so far is sent again, and watchers go by `seq`. */
  readonly watch: (call: string, replay: boolean, at: Instant) => void;
  /** Somebody watches a task's board; with `replay` the newest of all its live calls is sent. */
  readonly watchTask: (task: string, replay: boolean, at: Instant) => void;
  /** The same of all live calls of a merchant. */
  readonly watchMerchant: (merchantId: string, replay: boolean, at: Instant) => void;
  /** Somebody watches the lines of a merchant (monitor). */
  readonly watchLines: (merchantId: string, at: Instant) => void;
  readonly ladders: LaddersOfCalls;
}

/** A call that lives here. */
interface BegunCall {
  readonly call: string;
  readonly merchantId: string;
  /** Of an attempt; null for a call by hand. */
  readonly taskId: string | null;
  /** Whose call it was when it began, for who sees some calls alone; null and absent: nobody's. */
  readonly owner?: RowOwner | null;
}

/** A word with whose call it is. */
export interface OwnedWord {
  readonly owner: RowOwner | null;
  readonly word: CallWord;
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
  readonly publishTask: (merchantId: string, task: string, words: readonly CallWord[]) => Promise<void>;
  /** The same for the live page of a merchant. */
  readonly publishMerchant: (merchantId: string, words: readonly OwnedWord[]) => Promise<void>;
  /** Calls of this merchant moved and somebody watches its lines; not again before `rest` called back. */
  readonly publishLines: (merchantId: string) => void;
  /** SIP that came after the record was filed: all that it should hold. */
  readonly onMoreSip: (merchantId: string, call: string, messages: readonly LadderMessage[]) => void;
  /** Calls back when an ended call may be forgotten. */
  readonly later: (forget: () => void) => void;
  /** Calls back when the words of the last moments are to be sent to a board: in some 300 ms. */
  readonly soon: (send: () => void) => void;
  /** Calls back when the lines of a merchant, or its live page, may be told of again: in a second. */
  readonly rest: (over: () => void) => void;
}

/** A talk of an hour has some hundreds of events. */
const EVENTS_BOUND = 5_000;

interface Live extends BegunCall {
  readonly placedAt: Instant;
  /** Who watches it together with others. */
  readonly folds: readonly Fold<Live>[];
  readonly ladder: CallLadder;
  readonly events: LiveCallEvent[];
  watchedUntil: number;
  seq: number;
  answeredAt: Instant | null;
  newest: CallWord;
}

export const createLiveCalls = (options: LiveCallsOptions): LiveCalls => {
  const { publish, later } = options;
  const calls = new Map<string, Live>();
  const ladders = createLadders();
  const lines = createLineWatch({ publish: options.publishLines, rest: options.rest });
  const tasks = createFolds<Live>({
    publish: (task, told) =>
      options.publishTask(
        told[0]!.merchantId,
        task,
        told.map(({ newest }) => newest),
      ),
    soon: options.soon,
  });
  const merchants = createFolds<Live>({
    publish: (merchantId, told) =>
      options.publishMerchant(
        merchantId,
        told.map(({ owner = null, newest }) => ({ owner, word: newest })),
      ),
    soon: options.rest,
  });

  const tell = (live: Live, fact: LiveFact, at: Instant): void => {
    live.seq += 1;
    const event: LiveCallEvent = { ...fact, seq: live.seq, atMs: Math.max(0, Math.round(at - live.placedAt)) };
    if (live.events.length < EVENTS_BOUND) live.events.push(event);
    if (at <= live.watchedUntil) publish(live.merchantId, live.call, [event]);
  };

  const show = (live: Live, part: Partial<CallWord>, at: Instant): void => {
    const before = live.newest;
    live.newest = { ...before, ...part };
    if (!isSame(before, live.newest)) for (const fold of live.folds) fold.changed(live, at);
  };

  const follow = (live: Live): WatchedCall => ({
    moved: ({ to, at, earlyMedia }) => {
      if (to === 'talking') live.answeredAt = at;
      tell(live, { kind: 'state', state: to, ...(earlyMedia ? { earlyMedia } : {}) }, at);
      lines.moved(live.merchantId, at);
      show(live, { state: to }, at);
    },
    noted: (note, talk) => {
      const fact = liveFactOf(note);
      if (fact) tell(live, fact, note.at);
      show(live, { ...newestWord(talk), ...heardWith(live, note) }, note.at);
    },
    ladder: live.ladder.forRecord,
    end: () => {
      for (const fold of live.folds) fold.remove(live);
      later(() => {
        live.ladder.end();
        calls.delete(live.call);
      });
    },
  });

  const begin: LiveCalls['begin'] = (begun, placedAt) => {
    const { call, merchantId, taskId } = begun;
    const folds = [...(taskId === null ? [] : [tasks.of(taskId, placedAt)]), merchants.of(merchantId, placedAt)];
    const ladder = ladders.open({
      placedAt,
      // Somebody waits for a call by hand and for one to us; of an attempt its fault is of interest.
      whole: taskId === null,
      tell: (message, at) => tell(live, { kind: 'sip', message }, at),
      onMore: messages => options.onMoreSip(merchantId, call, messages),
    });
    const now = { seq: 0, watchedUntil: Number.NEGATIVE_INFINITY, answeredAt: null, newest: placedWord(call) };
    const live: Live = { ...begun, placedAt, folds, ladder, events: [], ...now };
    for (const fold of folds) fold.add(live);
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
    watchTask: (id, replay, at) => tasks.of(id, at).watch(replay, at),
    watchMerchant: (id, replay, at) => merchants.of(id, at).watch(replay, at),
  };
};

const placedWord = (call: string): CallWord => ({
  ...{ call, state: 'placed', node: '', speaker: null, text: '', level: null, wants: [], heardMs: null },
});

/** When the callee was heard last, where the note says that he was. */
const heardWith = ({ answeredAt }: Live, note: ConversationNote): Pick<CallWord, 'heardMs'> | null => {
  if (
    answeredAt === null ||
    !(note.type === 'callee.saying' || note.type === 'callee.said' || note.type === 'callee.keyed')
  )
    return null;
  const at = note.type === 'callee.said' ? note.endAt : note.at;
  return { heardMs: Math.max(0, Math.round(at - answeredAt)) };
};

/** As far as anybody must be told at once: when it was heard goes along. */
const isSame = (one: CallWord, other: CallWord): boolean =>
  one.state === other.state &&
  one.node === other.node &&
  one.level === other.level &&
  one.speaker === other.speaker &&
  one.text === other.text &&
  one.wants.join() === other.wants.join();
