import type { Orders } from './supervise.ts';

/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const SAME_PRESS_MS = 500;

/** What the outside asks of the supervisor: the first signal drains, a second one ends at once. */
export const readOrders = (): Orders => {
  const stop = new AbortController();
  const now = new AbortController();
  let stoppedAt = Number.POSITIVE_INFINITY;
  const onSignal = (): void => {
    if (!stop.signal.aborted) {
      stoppedAt = performance.now();
      stop.abort();
    } else if (performance.now() - stoppedAt > SAME_PRESS_MS) now.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  return { stop: stop.signal, now: now.signal, onRenew: listener => void process.on('SIGUSR2', listener) };
};
