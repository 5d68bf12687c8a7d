import { useEffect, useReducer, useRef } from 'react';
import { follow, type LiveCall, noCall } from './live-call.ts';
import { listenTo } from './socket.ts';

/** The live call `id`, followed over the socket from its first event on; null follows none. */
export const useLiveCall = (id: string | null): LiveCall => {
  const [call, dispatch] = useReducer(
    (before: LiveCall, event: Parameters<typeof follow>[1] | 'new') =>
      event === 'new' ? noCall : follow(before, event),
    noCall,
  );
  useEffect(() => {
    if (id === null) return;
    dispatch('new');
    return listenTo(`call:${id}`, message => {
      if (message.type === 'call') dispatch(message.event);
    });
  }, [id]);
  return call;
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
