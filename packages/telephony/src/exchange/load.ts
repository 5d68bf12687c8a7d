import { performance } from 'node:perf_hooks';

/**
 * Whether this process has more to do than it can. How late a timer fires does not tell: the loop takes datagrams in
 * small helpings and is back at its timers soon, while thousands wait in the socket's buffer and grow older than their
 * senders' patience. What tells is that the loop never waits. So its busy share is looked at every tenth of a second:
 * a few shares in a row without rest are overload, and so is a single long stall; some rest ends it.
 */
export interface Load {
  readonly isOver: () => boolean;
  readonly stop: () => void;
}

const LOOK_MS = 100;
/** Busier than this there is no rest at all; calmer than that new calls find room. */
const [OVER, CALM] = [0.98, 0.85];
/** Shares in a row: a collection of garbage or one big message makes one or two. */
const IN_A_ROW = 3;
/** Half of T1 (RFC 3261 §17.1.1.1): a little more and our answers come after the repetition. */
const STALL_MS = 250;

export interface Shares {
  readonly busy: number;
  /** How much later than planned the look came. */
  readonly lateMs: number;
}

export interface LoadState {
  readonly isOver: boolean;
  readonly inARow: number;
}

export const calmLoad: LoadState = { isOver: false, inARow: 0 };

export const stepLoad = (state: LoadState, { busy, lateMs }: Shares): LoadState => {
  const inARow = busy >= OVER ? state.inARow + 1 : 0;
  if (lateMs >= STALL_MS || inARow >= IN_A_ROW) return { isOver: true, inARow };
  return { isOver: state.isOver && busy > CALM, inARow };
};

export const watchLoad = (): Load => {
  let state = calmLoad;
  let last = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const current = performance.eventLoopUtilization();
    const busy = performance.eventLoopUtilization(current, last).utilization;
    state = stepLoad(state, { busy, lateMs: now - lookedAt - LOOK_MS });
    [last, lookedAt] = [current, now];
  }, LOOK_MS).unref();
  return { isOver: () => state.isOver, stop: () => clearInterval(timer) };
};
