import { performance } from 'node:perf_hooks';

/**
 * How much of what is asked this process can take. How late a timer fires does not tell: the loop takes datagrams in
 * small helpings and is back at its timers soon, while thousands wait in the socket's buffer and grow older than their
 * senders' patience. What tells is that the loop never waits. So its busy share is looked at every tenth of a second:
 * a few shares in a row without rest, or a long stall, and a smaller part of the new calls is admitted; rest, and the
 * part grows again. All or nothing would swing: while nothing is admitted the loop is calm at once, and then not.
 */
interface Load {
  /** Asked once for each new call: whether this one is too many. */
  readonly isOver: () => boolean;
  readonly stop: () => void;
}

const LOOK_MS = 100;
/** Busier than this there is no rest at all; calmer than that there is room for more. */
const [OVER, CALM] = [0.98, 0.9];
/**
 * Shares in a row, T1 together (RFC 3261 §17.1.1.1): what waited less is not yet repeated. Where others take the
 * processor for moments, a busy loop has three such shares in a row every few seconds and serves everybody all the same.
 */
const IN_A_ROW = 5;
/** Half of T1 (RFC 3261 §17.1.1.1): a little more and our answers come after the repetition. */
const STALL_MS = 250;
/** Less is admitted quickly, more slowly: what was taken in is still to be served. */
const [LESS, MORE] = [0.8, 0.05];
/** Some always come through, or nobody would learn that it is over. */
const LEAST = 0.05;

export interface Shares {
  readonly busy: number;
  /** How much later than planned the look came. */
  readonly lateMs: number;
}

interface LoadState {
  /** The part of new calls that is admitted, in [LEAST, 1]. */
  readonly admitted: number;
  readonly inARow: number;
}

export const calmLoad: LoadState = { admitted: 1, inARow: 0 };

/** A loop that rested while it was late had work taken from it by others: to refuse calls would not bring that back. */
const isStall = ({ busy, lateMs }: Shares): boolean => lateMs >= STALL_MS && busy * (LOOK_MS + lateMs) >= lateMs;

export const stepLoad = ({ admitted, inARow }: LoadState, { busy, lateMs }: Shares): LoadState => {
  const row = busy >= OVER ? inARow + 1 : 0;
  if (isStall({ busy, lateMs }) || row >= IN_A_ROW) return { admitted: Math.max(LEAST, admitted * LESS), inARow: row };
  return { admitted: busy < CALM ? Math.min(1, admitted + MORE) : admitted, inARow: row };
};

export const watchLoad = (): Load => {
  let state = calmLoad;
  let last = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  /** Grows by the refused part with each call; whenever it is whole, one is refused: evenly, without chance. */
  let owed = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    const current = performance.eventLoopUtilization();
    const busy = performance.eventLoopUtilization(current, last).utilization;
    state = stepLoad(state, { busy, lateMs: now - lookedAt - LOOK_MS });
    [last, lookedAt] = [current, now];
  }, LOOK_MS).unref();
  return {
    isOver: () => {
      if (state.admitted === 1) return false;
      owed += 1 - state.admitted;
      if (owed < 1) return false;
      owed--;
      return true;
    },
    stop: () => clearInterval(timer),
  };
};
