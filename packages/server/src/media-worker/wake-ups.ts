import type { Guard, Instant } from '@lianxian/core/kit';

/**
 * All timers of a process behind one timer of the event loop: a heap of moments, and one `setTimeout` for the next.
 * Two hundred conversations with four timers each cost one timer (docs/rules.md#machines: timers are absolute instants).
 *
 * Invariants: an entry fires at most once; a cancelled one never; equal moments fire in the order they were set; the
 * heap holds at most twice as many entries as are alive (cancelled ones are swept).
 */
export interface WakeUps {
  /** Calls `wake` at `at` (or at once after this turn, when past). The answer cancels it. */
  readonly set: (at: Instant, wake: () => void) => () => void;
  readonly pending: () => number;
  readonly close: () => void;
}

/** The same for one owner: what throws when it is woken goes to its guard. */
export const guardedWakeUps = (wakeUps: WakeUps, guard: Guard): Pick<WakeUps, 'set'> => ({
  set: (at, wake) => wakeUps.set(at, guard(wake)),
});

export interface Clock {
  readonly now: () => number;
  readonly after: (ms: number, wake: () => void) => unknown;
  readonly clear: (timer: unknown) => void;
}

const realClock: Clock = {
  now: () => performance.now(),
  after: (ms, wake) => setTimeout(wake, ms),
  clear: timer => clearTimeout(timer as NodeJS.Timeout),
};

/** setTimeout holds at most 2^31 − 1 ms; a longer wait is cut and looked at again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Entry {
  readonly at: number;
  readonly order: number;
  wake: (() => void) | null;
}

const before = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

export const createWakeUps = (clock: Clock = realClock): WakeUps => {
  let heap: Entry[] = [];
  let alive = 0;
  let order = 0;
  let timer: { readonly handle: unknown; readonly at: number } | null = null;

  const push = (entry: Entry): void => {
    let i = heap.push(entry) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!before(entry, heap[parent]!)) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = entry;
  };

  const pop = (): void => {
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let i = 0;
    for (let child = 1; child < heap.length; child = 2 * i + 1) {
      if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child += 1;
      if (!before(heap[child]!, last)) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
  };

  const arm = (): void => {
    while (heap.length > 0 && heap[0]!.wake === null) pop();
    const next = heap[0];
    if (timer && next && timer.at <= next.at) return;
    if (timer) clock.clear(timer.handle);
    timer = null;
    if (!next) return;
    const ms = Math.min(LONGEST_TIMER_MS, Math.max(0, next.at - clock.now()));
    timer = { handle: clock.after(Math.ceil(ms), fire), at: next.at };
  };

  const fire = (): void => {
    timer = null;
    const now = clock.now();
    // Whatever one of them throws is its owner's affair: the others wake all the same, at once.
    try {
      ring(now);
    } finally {
      arm();
    }
  };

  const ring = (now: number): void => {
    while (heap.length > 0 && (heap[0]!.wake === null || heap[0]!.at <= now)) {
      const { wake } = heap[0]!;
      heap[0]!.wake = null;
      pop();
      if (!wake) continue;
      alive -= 1;
      wake();
    }
  };

  const sweep = (): void => {
    if (heap.length < 64 || heap.length <= 2 * alive) return;
    const live = heap.filter(entry => entry.wake !== null);
    heap = [];
    for (const entry of live) push(entry);
  };

  return {
    set: (at, wake) => {
      const entry: Entry = { at, order: order++, wake };
      push(entry);
      alive += 1;
      arm();
      return () => {
        if (entry.wake === null) return;
        entry.wake = null;
        alive -= 1;
        sweep();
      };
    },
    pending: () => alive,
    close: () => {
      if (timer) clock.clear(timer.handle);
      timer = null;
      heap = [];
      alive = 0;
    },
  };
};
