import type { Instant } from '@lianxian/core/kit';

/**
 * All timers of a user agent in one min-heap: the driver needs a single wake-up, whatever the number of transactions.
 * A cancelled alarm stays in the heap until it surfaces; when such leftovers outnumber the living the heap is rebuilt,
 * so it is bounded by twice the living alarms.
 */
export interface Alarm {
  readonly at: Instant;
  fire: ((at: Instant) => void) | null;
}

export interface Alarms {
  readonly set: (at: Instant, fire: (at: Instant) => void) => Alarm;
  readonly cancel: (alarm: Alarm | null) => void;
  readonly next: () => Instant | null;
  /** Fires everything due, in order of time; what a fired alarm sets for now or earlier fires too. */
  readonly run: (at: Instant) => void;
  readonly size: () => number;
}

/** Below this a rebuild costs more than the leftovers. */
const REBUILD_ABOVE = 1_024;

export const createAlarms = (): Alarms => {
  let heap: Alarm[] = [];
  let leftovers = 0;

  const up = (from: number) => {
    let i = from;
    const alarm = heap[i]!;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (heap[parent]!.at <= alarm.at) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = alarm;
  };

  const down = () => {
    const alarm = heap[0]!;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child++;
      if (heap[child]!.at >= alarm.at) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = alarm;
  };

  const pop = () => {
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    down();
  };

  const dropLeftovers = () => {
    while (heap.length > 0 && heap[0]!.fire === null) {
      pop();
      leftovers--;
    }
  };

  const push = (alarm: Alarm) => {
    heap.push(alarm);
    up(heap.length - 1);
  };

  const rebuild = () => {
    const living = heap.filter(alarm => alarm.fire !== null);
    heap = [];
    leftovers = 0;
    for (const alarm of living) push(alarm);
  };

  return {
    set: (at, fire) => {
      const alarm: Alarm = { at, fire };
      push(alarm);
      return alarm;
    },
    cancel: alarm => {
      if (alarm === null || alarm.fire === null) return;
      alarm.fire = null;
      leftovers++;
      if (leftovers > REBUILD_ABOVE && leftovers * 2 > heap.length) rebuild();
    },
    next: () => {
      dropLeftovers();
      return heap[0]?.at ?? null;
    },
    run: at => {
      for (;;) {
        dropLeftovers();
        const first = heap[0];
        if (first === undefined || first.at > at) return;
        const fire = first.fire;
        first.fire = null;
        pop();
        fire?.(at);
      }
    },
    size: () => heap.length - leftovers,
  };
};
