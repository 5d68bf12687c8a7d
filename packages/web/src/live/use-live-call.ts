import type { LiveCallEvent } from '@lianxian/contract';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { fold, insert, type LiveCall, showsGap } from './live-call.ts';
import { askAgain, listenTo } from './socket.ts';

const none: readonly LiveCallEvent[] = [];

/** The live call `id`, followed over the socket from its first event on. */
export const useLiveCall = (id: string): LiveCall => {
  const [events, dispatch] = useReducer(
    (known: readonly LiveCallEvent[], event: LiveCallEvent | null) => (event ? insert(known, event) : none),
    none,
  );
  useEffect(() => {
    const topic = `call:${id}`;
    let heard = none;
    let askedAt = -1;
    dispatch(null);
    return listenTo(topic, message => {
      if (message.type !== 'call') return;
      const { seq } = message.event;
      // Once a gap: what the server itself no longer has is not asked for for ever.
      if (showsGap(heard, message.event) && seq > askedAt) {
        askedAt = seq;
        askAgain(topic);
      }
      heard = insert(heard, message.event);
      dispatch(message.event);
    });
  }, [id]);
  return useMemo(() => fold(events), [events]);
};

/** How long the call has lasted, in ms: its newest event plus what has passed here since. Steps every 250 ms. */
export const useElapsed = (call: LiveCall): number => {
  const heard = useRef({ atMs: 0, here: performance.now() });
  const [, tick] = useReducer((n: number) => n + 1, 0);
  const live = call.state !== 'ended';
  if (call.atMs !== heard.current.atMs) heard.current = { atMs: call.atMs, here: performance.now() };
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [live]);
  if (call.endedAtMs !== null) return call.endedAtMs;
  return heard.current.atMs + performance.now() - heard.current.here;
};
