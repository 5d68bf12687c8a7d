import type { LiveCallEvent } from '@lianxian/contract';
import type { Instant } from '@lianxian/core';
import type { LiveFact } from './live.view.ts';

/**
 * The words of live calls, for whoever watches (house §4: sent only for topics that somebody watches). Each call's
 * events are numbered and kept while it lives, so a late watcher gets all of them from the start; a watch runs out
 * unless it is renewed.
 */
export interface LiveCalls {
  readonly begin: (call: string, placedAt: Instant) => void;
  readonly tell: (call: string, fact: LiveFact, at: Instant) => void;
  /** Somebody watches. A new watch (or one that wants a replay) gets all so far. */
  readonly watch: (call: string, at: Instant) => void;
  /** The call is filed; its events are kept a little for who comes late, then forgotten. */
  readonly end: (call: string) => void;
}

export interface LiveCallsOptions {
  /** To all web processes; they forward to who subscribed. */
  readonly publish: (call: string, events: readonly LiveCallEvent[]) => void;
  readonly forgetAfter: (forget: () => void) => void;
}

/** A watch is renewed every 10 s by web; two renewals may be lost. */
const WATCH_MS = 25_000;
/** A talk of an hour has some hundreds; beyond this the oldest partial words are not kept. */
const EVENTS_BOUND = 5_000;

interface Live {
  readonly placedAt: Instant;
  readonly events: LiveCallEvent[];
  watchedUntil: number;
  seq: number;
}

export const createLiveCalls = ({ publish, forgetAfter }: LiveCallsOptions): LiveCalls => {
  const calls = new Map<string, Live>();
  return {
    begin: (call, placedAt) => {
      const events: LiveCallEvent[] = [];
      calls.set(call, { placedAt, events, watchedUntil: Number.NEGATIVE_INFINITY, seq: 0 });
    },
    tell: (call, fact, at) => {
      const live = calls.get(call);
      if (!live) return;
      live.seq += 1;
      const event: LiveCallEvent = { ...fact, seq: live.seq, atMs: Math.max(0, Math.round(at - live.placedAt)) };
      if (live.events.length < EVENTS_BOUND) live.events.push(event);
      if (at <= live.watchedUntil) publish(call, [event]);
    },
    watch: (call, at) => {
      const live = calls.get(call);
      if (!live) return;
      const isNew = at > live.watchedUntil;
      live.watchedUntil = at + WATCH_MS;
      if (isNew && live.events.length > 0) publish(call, live.events);
    },
    end: call => forgetAfter(() => calls.delete(call)),
  };
};
