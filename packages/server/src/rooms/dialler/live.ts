import type { LiveCallEvent } from '@lianxian/contract';
import type { Instant } from '@lianxian/core';
import type { LiveFact } from './live.view.ts';

/**
 * The words of live calls, for whoever watches (house §4: sent only for topics that somebody watches). Each call's
 * events are numbered and kept while it lives, so a late watcher gets all of them from the start; a watch runs out
 * unless it is renewed.
 */
export interface LiveCalls {
  readonly begin: (call: string, merchantId: string, placedAt: Instant) => void;
  readonly tell: (call: string, fact: LiveFact, at: Instant) => void;
  /** Somebody watches; with `replay` (a new watcher) all so far is sent again, and watchers go by `seq`. */
  readonly watch: (call: string, replay: boolean, at: Instant) => void;
  /** The record is filed. Events are kept a little for who comes late. */
  readonly end: (call: string) => void;
}

export interface LiveCallsOptions {
  /** To all web processes; they forward to who subscribed. */
  readonly publish: (merchantId: string, call: string, events: readonly LiveCallEvent[]) => void;
  /** Calls back when an ended call may be forgotten. */
  readonly later: (forget: () => void) => void;
}

/** A watch is renewed every 10 s by web; one renewal may be lost. */
const WATCH_MS = 25_000;
/** A talk of an hour has some hundreds of events. */
const EVENTS_BOUND = 5_000;

interface Live {
  readonly merchantId: string;
  readonly placedAt: Instant;
  readonly events: LiveCallEvent[];
  watchedUntil: number;
  seq: number;
}

export const createLiveCalls = ({ publish, later }: LiveCallsOptions): LiveCalls => {
  const calls = new Map<string, Live>();
  return {
    begin: (call, merchantId, placedAt) => {
      calls.set(call, { merchantId, placedAt, events: [], watchedUntil: Number.NEGATIVE_INFINITY, seq: 0 });
    },
    tell: (call, fact, at) => {
      const live = calls.get(call);
      if (!live) return;
      live.seq += 1;
      const event: LiveCallEvent = { ...fact, seq: live.seq, atMs: Math.max(0, Math.round(at - live.placedAt)) };
      if (live.events.length < EVENTS_BOUND) live.events.push(event);
      if (at <= live.watchedUntil) publish(live.merchantId, call, [event]);
    },
    watch: (call, replay, at) => {
      const live = calls.get(call);
      if (!live) return;
      const wasWatched = at <= live.watchedUntil;
      live.watchedUntil = at + WATCH_MS;
      if ((replay || !wasWatched) && live.events.length > 0) publish(live.merchantId, call, live.events);
    },
    end: call => later(() => calls.delete(call)),
  };
};
