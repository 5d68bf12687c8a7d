import type { Orders } from './supervise.ts';

/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const SAME_PRESS_MS = 500;

/** What the outside asks of the supervisor: the first signal drains, a second one hangs up, a third one ends at once. */
export const readOrders = (): Orders => {
  const stages = [new AbortController(), new AbortController(), new AbortController()] as const;
  let pressedAt = Number.NEGATIVE_INFINITY;
  const onSignal = (): void => {
    if (performance.now() - pressedAt < SAME_PRESS_MS) return;
    pressedAt = performance.now();
    stages.find(({ signal }) => !signal.aborted)?.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  const [stop, hurry, now] = stages;
  return {
    stop: stop.signal,
    hurry: hurry.signal,
    now: now.signal,
    onRenew: listener => void process.on('SIGUSR2', listener),
  };
};
