import { type Instant, instant } from './instant.ts';

/**
 * Virtual time: runs machines without waiting. What is to happen lies in a queue by instant (first posted first among
 * equals); timers are named and replace themselves. It runs until nothing is left to happen or a limit is reached.
 */
export interface Stage<Event> {
  /** Something will happen at `at`, or now where that is past. */
  readonly post: (event: Event, at: Instant) => void;
  readonly setTimer: (name: string, event: Event, at: Instant) => void;
  readonly clearTimer: (name: string) => void;
}

/** What happened and when: enough to run the same again. */
export interface Happened<Event> {
  readonly event: Event;
  readonly at: Instant;
}

interface Timeline<Event> extends Stage<Event> {
  readonly now: () => Instant;
  /** Takes the next event not later than `until`; without one the clock goes on to `until` and it answers null. */
  readonly next: (until: Instant) => Happened<Event> | null;
  readonly isEmpty: () => boolean;
}

interface Coming<Event> extends Happened<Event> {
  readonly timer: string | null;
}

export const createTimeline = <Event>(): Timeline<Event> => {
  let coming: readonly Coming<Event>[] = [];
  let now = instant(0);
  const add = (event: Event, wanted: Instant, timer: string | null) => {
    const at = instant(Math.max(wanted, now));
    const index = coming.findLastIndex(other => other.at <= at) + 1;
    coming = coming.toSpliced(index, 0, { event, at, timer });
  };
  const clearTimer = (name: string) => {
    coming = coming.filter(({ timer }) => timer !== name);
  };
  return {
    now: () => now,
    isEmpty: () => coming.length === 0,
    post: (event, at) => add(event, at, null),
    clearTimer,
    setTimer: (name, event, at) => {
      clearTimer(name);
      add(event, at, name);
    },
    next: until => {
      const [first, ...rest] = coming;
      if (!first || first.at > until) {
        now = instant(Math.max(now, until));
        return null;
      }
      coming = rest;
      now = first.at;
      return { event: first.event, at: first.at };
    },
  };
};

interface Driven<Event> {
  readonly log: readonly Happened<Event>[];
  /** `quiet`: nothing was left to happen. */
  readonly ended: 'quiet' | 'tooLate' | 'tooMany';
  readonly at: Instant;
}

interface DriveOptions<Event> {
  readonly begin: readonly Happened<Event>[];
  readonly handle: (event: Event, at: Instant, stage: Stage<Event>) => void;
  readonly until: Instant;
  readonly mostEvents: number;
}

/** Runs from the first events until it is quiet, too late or too many; the log holds all that happened, in order. */
export const drive = <Event>({ begin, handle, until, mostEvents }: DriveOptions<Event>): Driven<Event> => {
  const timeline = createTimeline<Event>();
  for (const { event, at } of begin) timeline.post(event, at);
  const log: Happened<Event>[] = [];
  let at = timeline.now();
  while (!timeline.isEmpty()) {
    if (log.length >= mostEvents) return { log, ended: 'tooMany', at };
    const happened = timeline.next(until);
    if (!happened) return { log, ended: 'tooLate', at };
    at = happened.at;
    log.push(happened);
    handle(happened.event, at, timeline);
  }
  return { log, ended: 'quiet', at };
};
