import { type Lane, type Shares, stepShares, type TaskUse } from '@lianxian/core';

/**
 * Who runs a task's pacing: a lease like that of a call. Each take raises the fence, and every round names it,
 * so of two nodes that both believe in their lease only the later one changes anything.
 */
export interface TaskLease {
  readonly merchantId: string;
  readonly taskId: string;
  readonly fence: number;
}

/** A task as its node holds it: under a lease, with what the last look found. */
export interface HeldTask {
  readonly lease: TaskLease;
  readonly marks: Marks;
}

/**
 * Where the numbers of a task that wait begin, as the last look found them: so a look steps over nothing that was dialled,
 * which an index holds until it is vacuumed, and for as long as anybody's transaction is older.
 *
 * A mark is a guess that costs the order at worst, never a number: a fresh one that came back before it is missed in the
 * sum (`isBehind`); a retry is written to be due at the writer's own beginning at the earliest, so marks stay so far
 * behind the clock; and all are forgotten now and then, whatever clock was set back.
 */
interface Marks {
  /** Where fresh numbers of this lane are looked for from. */
  readonly freshOf: (lane: Lane) => FreshMark;
  /** When due retries are looked for from; an instant as PostgreSQL reads it. */
  readonly retryOf: (lane: Lane) => string;
  /** What a look found from these marks on. */
  readonly note: (due: readonly FoundInLane[]) => void;
  readonly forget: () => void;
  /** The last numbers were put aside, so that more are looked at at once. */
  isPoor: boolean;
}

/** Of the order in which a list is called: a rank in hex, and an id. */
interface FreshMark {
  readonly rank: string;
  readonly id: string;
}
const FIRST: FreshMark = { rank: '', id: '0' };

/** What a look found in a lane. */
export interface FoundInLane {
  readonly lane: Lane;
  /** Fresh numbers, counted to the look's bound. */
  readonly fresh: number;
  /** The first of them by its rank, and of those by its id; and when the first retry is due, and in how many ms. */
  readonly firstFresh: FreshMark | null;
  readonly firstRetryAt: string | null;
  readonly nextMs: number | null;
}

/** No transaction that ends a call lasts so long. */
const BEHIND_MS = 60_000;
const KEPT_MS = 60_000;

export const createMarks = (monotonic: () => number = () => performance.now()): Marks => {
  const fresh = new Map<Lane, FreshMark>();
  const retry = new Map<Lane, string>();
  let since = monotonic();
  const forget = (): void => {
    fresh.clear();
    retry.clear();
    since = monotonic();
  };
  return {
    isPoor: false,
    freshOf: lane => fresh.get(lane) ?? FIRST,
    retryOf: lane => retry.get(lane) ?? '-infinity',
    forget,
    note: due => {
      if (monotonic() - since > KEPT_MS) return forget();
      for (const { lane, firstFresh, firstRetryAt, nextMs } of due) {
        if (firstFresh !== null) fresh.set(lane, firstFresh);
        if (firstRetryAt !== null && (nextMs ?? 0) < -BEHIND_MS) retry.set(lane, firstRetryAt);
      }
    },
  };
};

/** Fewer fresh numbers were found than there are, though more were looked for: some wait before their mark. */
export const isBehind = (due: readonly FoundInLane[], fresh: number, bound: number): boolean =>
  due.every(lane => lane.fresh < bound) && due.reduce((found, lane) => found + lane.fresh, 0) < fresh;

/** What the tasks of a merchant had of its channels, from round to round (core's `stepShares`). */
export interface Fairness {
  /** As of now. */
  readonly shares: () => Shares;
  /** How a round left them. */
  readonly note: (uses: readonly TaskUse[]) => void;
}

export const createFairness = (monotonic: () => number = () => performance.now()): Fairness => {
  let shares: Shares = new Map();
  let uses: readonly TaskUse[] = [];
  let since = monotonic();
  const step = (): Shares => {
    const now = monotonic();
    if (uses.length > 0) shares = stepShares(shares, uses, now - since);
    since = now;
    return shares;
  };
  return {
    shares: step,
    note: left => {
      step();
      uses = left;
    },
  };
};
