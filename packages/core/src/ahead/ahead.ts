import { isWithin, type LocalMinute, MINUTES_A_DAY, type Openings, type WeekWindows } from '../rules/index.ts';
import type { RetryRules } from '../task/index.ts';
import { type Chance, expected } from './chance.ts';
import { type Group, type NumbersAlike, openList, type WaitingNumbers, type Work } from './list.ts';
import type { Prospects } from './prospects.ts';

/**
 * How a list will go on (docs/tasks.md#when-it-will-be-done): minute by minute as pacing deals it, redials that are due
 * first, each number in its hours, each line in its own and with its channels and rate; what calls come to and how long they
 * take is what they did so far. Expected numbers, parts of a number among them, or one throw of chance; it is done when
 * less than one is left.
 */
export interface LineAhead {
  readonly practice: boolean;
  /** Calls it takes at once for this task, and starts a second. */
  readonly channels: number;
  readonly callsPerSecond: number;
  /** Its own hours; null: any. */
  readonly windows: WeekWindows | null;
  /** It carries nothing now, and nobody knows when it will. */
  readonly isDown: boolean;
  /** Ten-thousandths of a yuan a minute. */
  readonly price: number;
}

export interface ListAhead {
  readonly local: LocalMinute;
  /** Of the rules that hold for it, from this minute on. */
  readonly openings: Openings;
  readonly groups: readonly Group[];
  readonly waiting: readonly WaitingNumbers[];
  /** Being called now; `last` of the call before. */
  readonly calling: readonly NumbersAlike[];
  /** Calls at once, of the task and its merchant. */
  readonly limit: number;
  readonly lines: readonly LineAhead[];
  readonly retries: RetryRules;
  /** So often a number is called on one day; null: as often as its rules say. */
  readonly callsPerDay: number | null;
}

/** What has come of it by a minute. */
export interface Sums {
  readonly calls: number;
  readonly answered: number;
  /** Ten-thousandths of a yuan. */
  readonly cost: number;
}

/** Why nobody can say: no line carries calls; what waits is never open; further ahead than anybody plans. */
export type AheadUnknown = 'lineDown' | 'neverOpen' | 'tooFar';

export interface Ahead {
  /** By the end of this day, and by the end of the list, or of what is looked at. */
  readonly today: Sums;
  readonly all: Sums;
  readonly end: /** `lineDown`: a line carries nothing, and it is told as if that stayed so. */
  { readonly minutes: number; readonly lineDown: boolean } | { readonly unknown: AheadUnknown };
}

const MOST_MINUTES = 14 * MINUTES_A_DAY;
/** Beyond the first day nobody asks for the minute. */
const LATER_STEP = 10;
const stepAt = (minute: number): number => (minute < MINUTES_A_DAY ? 1 : LATER_STEP);
/** What sums of floating numbers are off by. */
const ROUNDING = 1e-6;
/** With less than one number expected, nobody is. */
const ONE = 1;
/** Until calls of a minute say otherwise. */
const FIRST_ANSWERED = 0.45;

/** Calls a minute that lines of a kind take then, and what a minute of them costs on average. */
const roomOf = (lines: readonly LineAhead[], practice: boolean, then: LocalMinute, callsAMinute: number) => {
  let [room, price] = [0, 0];
  for (const line of lines) {
    if (line.isDown || line.practice !== practice) continue;
    if (line.windows !== null && !isWithin(line.windows, then)) continue;
    const takes = Math.min(line.channels * callsAMinute, line.callsPerSecond * 60);
    room += takes;
    price += takes * line.price;
  }
  return { room, price: room === 0 ? 0 : price / room };
};

/** Which groups are open in each step; the same for all ways the days may go. */
export const openTable = ({ groups, openings }: Pick<ListAhead, 'groups' | 'openings'>) => {
  const known = new Map<number, readonly boolean[]>();
  return (minute: number): readonly boolean[] => {
    const there = known.get(minute);
    if (there) return there;
    const made = groups.map(({ practice, home }) => practice || openings.isOpenAt(home, minute));
    known.set(minute, made);
    return made;
  };
};

interface Way {
  readonly prospects: Prospects;
  readonly chance?: Chance;
  readonly work?: Work;
  readonly openAt?: ReturnType<typeof openTable>;
}

/** One way the list may go on. */
export const goAhead = (task: ListAhead, way: Way): Ahead => {
  const { local, lines, groups } = task;
  const { prospects, chance = expected, work = { looks: 0 }, openAt = openTable(task) } = way;
  const { seconds } = prospects;
  const list = openList({ ...task, minuteOfDay: local.minute, prospects, chance }, work);
  /** Of the calls so far. */
  let answeredShare = prospects.first.answered ?? FIRST_ANSWERED;
  const secondsPerCall = (): number =>
    Math.max(1, seconds.answered * answeredShare + seconds.other * (1 - answeredShare));
  const lastsNow = (): number => Math.max(1, Math.round(secondsPerCall() / 60));
  for (const some of task.waiting) list.wait(some);
  for (const some of task.calling) list.callOf(some, lastsNow());
  const sums = { calls: 0, answered: 0, cost: 0 };
  let today: Sums | null = null;
  let last = task.calling.length > 0 ? lastsNow() : 0;
  let wasOpen = false;
  /** Part of a call that a step had room for: calls are whole. */
  let spare = 0;
  for (let minute = 0, step = 1; minute < MOST_MINUTES; minute += step) {
    step = stepAt(minute);
    if (today === null && local.minute + minute >= MINUTES_A_DAY) today = { ...sums };
    list.comeDue(minute + step);
    if (list.left() < ONE) {
      const end = { minutes: last, lineDown: lines.some(({ isDown }) => isDown) };
      return { today: today ?? { ...sums }, all: { ...sums }, end };
    }
    const all = local.minute + minute;
    const then = { weekday: (local.weekday + Math.floor(all / MINUTES_A_DAY)) % 7, minute: all % MINUTES_A_DAY };
    const open = openAt(minute);
    const callsAMinute = 60 / secondsPerCall();
    let limit = task.limit * callsAMinute * step;
    for (const practice of [true, false]) {
      const isOpen = (group: number): boolean => groups[group]!.practice === practice && open[group]!;
      if (!groups.some((_, group) => isOpen(group))) continue;
      const { room, price } = roomOf(lines, practice, then, callsAMinute);
      if (room === 0) continue;
      wasOpen = true;
      const free = Math.min(limit, room * step) + spare;
      const whole = Math.floor(free + ROUNDING);
      const called = list.call(minute, isOpen, whole, lastsNow());
      spare = Math.max(0, free - whole);
      limit -= called.calls;
      if (called.calls <= 0) continue;
      last = minute + lastsNow();
      sums.calls += called.calls;
      sums.answered += called.answered;
      sums.cost += called.answered * prospects.minutes * price;
      answeredShare = sums.answered / sums.calls;
    }
  }
  const unknown = wasOpen ? 'tooFar' : lines.every(({ isDown }) => isDown) ? 'lineDown' : 'neverOpen';
  return { today: today ?? { ...sums }, all: { ...sums }, end: { unknown } };
};
