import { type Instant, instant } from './instant.ts';

/**
 * Virtual time: runs machines without waiting. What is to happen lies in a queue by instant (first posted first among
 * equals); timers are named and replace themselves. It runs until nothing is left to happen or a limit is reached.
 */
export interface Stage<Event> {
  /** Something will happen at `at` (never in the past). */
  readonly post: (event: Event, at: Instant) => void;
  readonly setTimer: (name: string, event: Event, at: Instant) => void;
  readonly clearTimer: (name: string) => void;
}

/** What happened and when: enough to run the same again. */
export interface Happened<Event> {
  readonly event: Event;
  readonly at: Instant;
}

export interface Driven<Event> {
  readonly log: readonly Happened<Event>[];
  /** `quiet`: nothing was left to happen. */
  readonly ended: 'quiet' | 'tooLate' | 'tooMany';
  readonly at: Instant;
}

export interface DriveOptions<Event> {
  readonly begin: readonly Happened<Event>[];
  readonly handle: (event: Event, at: Instant, stage: Stage<Event>) => void;
  readonly until: Instant;
  readonly mostEvents: number;
}

interface Coming<Event> extends Happened<Event> {
  readonly order: number;
  readonly timer: string | null;
}

export const drive = <Event>({ begin, handle, until, mostEvents }: DriveOptions<Event>): Driven<Event> => {
  let coming: Coming<Event>[] = [];
  let posted = 0;
  let now = instant(0);
  const add = (event: Event, at: Instant, timer: string | null) => {
    coming.push({ event, at: instant(Math.max(at, now)), order: posted++, timer });
  };
  const clearTimer = (name: string) => {
    coming = coming.filter(({ timer }) => timer !== name);
  };
  const stage: Stage<Event> = {
    post: (event, at) => add(event, at, null),
    setTimer: (name, event, at) => {
      clearTimer(name);
      add(event, at, name);
    },
    clearTimer,
  };
  for (const { event, at } of begin) stage.post(event, at);

  const log: Happened<Event>[] = [];
  while (coming.length > 0) {
    const next = coming.reduce((first, other) => (comesBefore(other, first) ? other : first));
    if (next.at > until) return { log, ended: 'tooLate', at: now };
    if (log.length >= mostEvents) return { log, ended: 'tooMany', at: now };
    coming = coming.filter(other => other !== next);
    now = next.at;
    log.push({ event: next.event, at: now });
    handle(next.event, now, stage);
  }
  return { log, ended: 'quiet', at: now };
};

const comesBefore = <Event>(a: Coming<Event>, b: Coming<Event>): boolean =>
  a.at < b.at || (a.at === b.at && a.order < b.order);
