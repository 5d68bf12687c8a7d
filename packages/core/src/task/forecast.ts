import type { CallState } from '../call/index.ts';
import {
  homeOfLane,
  isWithin,
  type Lane,
  type LocalMinute,
  lanes,
  type Openings,
  type WeekWindows,
} from '../rules/index.ts';
import { isLineFault, retryRuleOf } from './attempt.ts';
import type { RetryRules } from './types.ts';

/**
 * How a list will go on (docs/tasks.md#when-it-will-be-done): minute by minute as pacing deals it, redials that are due
 * first, each lane in its hours, each line in its own and with its channels and rate; what calls come to and how long they
 * take is what they did so far. Numbers are expected ones, parts of a number among them: it is done when less than one is
 * expected to be left.
 */
export interface ForecastLine {
  readonly practice: boolean;
  /** Calls it takes at once for this task, and starts a second. */
  readonly channels: number;
  readonly callsPerSecond: number;
  /** Its own hours; null: any. */
  readonly windows: WeekWindows | null;
  /** It carries nothing now, and nobody knows when it will. */
  readonly isDown: boolean;
}

/** Numbers of a list that stand alike. */
interface NumbersAlike {
  readonly lane: Lane;
  /** How often each outcome came. */
  readonly tried: Readonly<Partial<Record<CallState, number>>>;
  /** What the call before came to; null: they were never called. */
  readonly last: CallState | null;
  readonly numbers: number;
}
interface WaitingNumbers extends NumbersAlike {
  /** Until they are due; 0: they are. */
  readonly inMinutes: number;
}

/** What calls come to: share of each outcome, all together at most 1. */
type Outcomes = Readonly<Partial<Record<CallState, number>>>;

/** Calls of a list that are over. */
interface CallsSeen {
  /** What the call before came to; null: it was the first. */
  readonly before: CallState | null;
  readonly state: CallState;
  readonly calls: number;
  /** From placing to the end, all together. */
  readonly seconds: number;
}

/** What calls will come to, and how long one takes. */
interface Prospects {
  readonly secondsPerCall: number;
  readonly first: Outcomes;
  /** By what the call before came to. */
  readonly after: Readonly<Partial<Record<CallState, Outcomes>>>;
}

/** Where nothing was seen yet: of a hundred calls of merchants' lists, roughly. */
const usualFirst: Outcomes = { answered: 0.45, noAnswer: 0.3, busy: 0.08, unreachable: 0.05, poweredOff: 0.04 };
const USUAL_SECONDS = 35;
/** The usual counts as much as so many calls that were seen. */
const FIRST_WEIGHT = 20;
const AFTER_WEIGHT = 5;
/** Whoever could not be reached is more often than not as hard to reach again; what the line refused it seldom refuses again. */
const usualAfter = (state: CallState): Outcomes => {
  if (state === 'noAnswer' || state === 'busy') return { noAnswer: 0.5, busy: 0.1 };
  return { [state]: isLineFault(state) ? 0.2 : 0.6 };
};

const blended = (seen: readonly CallsSeen[], usual: Outcomes, weight: number): Outcomes => {
  const all = seen.reduce((sum, { calls }) => sum + calls, weight);
  const shares: Partial<Record<CallState, number>> = {};
  for (const [state, share] of Object.entries(usual) as [CallState, number][]) shares[state] = (share * weight) / all;
  for (const { state, calls } of seen) shares[state] = (shares[state] ?? 0) + calls / all;
  return shares;
};

/** What was seen so far, and the usual where that says little. */
export const prospectsOf = (seen: readonly CallsSeen[]): Prospects => {
  const [calls, seconds] = seen.reduce(([n, s], one) => [n + one.calls, s + one.seconds], [0, 0]);
  const after = Map.groupBy(
    seen.filter(({ before }) => before !== null),
    ({ before }) => before!,
  );
  return {
    secondsPerCall: (seconds + USUAL_SECONDS * FIRST_WEIGHT) / (calls + FIRST_WEIGHT),
    first: blended(
      seen.filter(({ before }) => before === null),
      usualFirst,
      FIRST_WEIGHT,
    ),
    after: Object.fromEntries(
      [...after].map(([state, some]) => [state, blended(some, usualAfter(state), AFTER_WEIGHT)]),
    ),
  };
};

export interface ForecastTask {
  readonly local: LocalMinute;
  /** Of the rules that hold for it, from this minute on. */
  readonly openings: Openings;
  readonly waiting: readonly WaitingNumbers[];
  /** Being called now; `last` of the call before. */
  readonly calling: readonly NumbersAlike[];
  /** Calls at once, of the task and its merchant. */
  readonly limit: number;
  readonly lines: readonly ForecastLine[];
  readonly prospects: Prospects;
  readonly retries: RetryRules;
}

/** Why nobody can say: no line carries calls; what waits is never open; further ahead than anybody plans. */
export type ForecastUnknown = 'lineDown' | 'neverOpen' | 'tooFar';
export type Forecast =
  /** `lineDown`: a line carries nothing, and it is told as if that stayed so. */
  { readonly minutes: number; readonly lineDown: boolean } | { readonly unknown: ForecastUnknown };

const MINUTES_A_DAY = 1_440;
const MOST_MINUTES = 14 * MINUTES_A_DAY;
/** Beyond the first day nobody asks for the minute. */
const LATER_STEP = 10;
const stepAt = (minute: number): number => (minute < MINUTES_A_DAY ? 1 : LATER_STEP);
/** Ways to stand that are told apart; ten rules of ten times have thousands of millions. */
const MOST_STANDINGS = 200;
/** With less than one number expected, nobody is. */
const ONE = 1;
/** Less of a number than this is not followed any further: there are many ways to be called again. */
const TOO_FEW = 0.01;

/** One way to stand: the lane, the last outcome, and how often each that is called again came. */
interface Alike {
  readonly lane: Lane;
  readonly isFresh: boolean;
  readonly next: readonly { readonly to: Alike; readonly share: number; readonly afterMinutes: number }[];
}
type Numbers = Map<Alike, number>;

/** Rules that hold, those of the line among them (decision 55). */
const rulesOf = (retries: RetryRules) =>
  [...new Set([...(Object.keys(retries) as CallState[]), 'lineFault' as const, 'limited' as const])].flatMap(state => {
    const rule = retryRuleOf(retries, state);
    return rule ? [{ state, ...rule }] : [];
  });

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0);

/**
 * How numbers stand, each way once; where a call leads them is found when it is asked for. When there are too many ways,
 * a new one counts as one that is known: with the same last outcome, called at least as often, else as one that is called
 * for the last time. So tries only grow, and everybody comes to an end.
 */
const standings = ({ prospects: { first, after }, retries }: ForecastTask) => {
  const rules = rulesOf(retries);
  const known = new Map<string, Alike>();
  const alikes = new Map<string, { readonly tries: number; readonly alike: Alike }[]>();
  const made = (lane: Lane, last: CallState | null, counts: readonly number[] | null): Alike => {
    const outcomes = last === null ? first : (after[last] ?? usualAfter(last));
    let next: Alike['next'] | null = null;
    return {
      lane,
      isFresh: last === null,
      get next() {
        next ??= rules.flatMap(({ state, times, afterMinutes }, n) => {
          const share = outcomes[state] ?? 0;
          if (counts === null || share === 0 || counts[n]! >= times) return [];
          return [{ to: standing(lane, state, counts.with(n, counts[n]! + 1)), share, afterMinutes }];
        });
        return next;
      },
    };
  };
  const keep = (key: string, alike: Alike): Alike => {
    known.set(key, alike);
    return alike;
  };
  const standing = (lane: Lane, last: CallState | null, counts: readonly number[]): Alike => {
    const key = `${lane} ${last} ${counts}`;
    const there = known.get(key);
    if (there) return there;
    const tries = sumOf(counts);
    const group = `${lane} ${last}`;
    const some = alikes.get(group) ?? [];
    if (known.size >= MOST_STANDINGS) {
      const near = some.filter(one => one.tries >= tries).toSorted((one, other) => one.tries - other.tries);
      return near[0]?.alike ?? known.get(group) ?? keep(group, made(lane, last, null));
    }
    const alike = keep(key, made(lane, last, counts));
    alikes.set(group, [...some, { tries, alike }]);
    return alike;
  };
  return ({ lane, last, tried }: NumbersAlike): Alike =>
    standing(
      lane,
      last,
      rules.map(({ state }) => tried[state] ?? 0),
    );
};

const add = (numbers: Numbers, alike: Alike, n: number): void => void numbers.set(alike, (numbers.get(alike) ?? 0) + n);

/** Calls a minute that lines of a kind take then. */
const roomOf = ({ lines }: ForecastTask, practice: boolean, then: LocalMinute, callsAMinute: number): number =>
  lines.reduce((room, line) => {
    if (line.isDown || line.practice !== practice) return room;
    if (line.windows !== null && !isWithin(line.windows, then)) return room;
    return room + Math.min(line.channels * callsAMinute, line.callsPerSecond * 60);
  }, 0);

/** How much a forecast took: how often it looked at numbers that stand alike. */
interface Work {
  looks: number;
}

/** The list as it goes on: who is due, and who will be. */
const openList = (task: ForecastTask, lasts: number, work: Work) => {
  const standing = standings(task);
  const due: Numbers = new Map();
  const later = new Map<number, Numbers>();
  let left = 0;
  /** Who comes due before this minute has. */
  let from = 0;
  const wait = (due: number, alike: Alike, n: number): void => {
    if (n < TOO_FEW) return;
    const at = Math.max(due, from);
    const then = later.get(at) ?? new Map();
    add(then, alike, n);
    later.set(at, then);
    left += n;
  };
  const goOn = (alike: Alike, n: number, at: number): void => {
    for (const { to, share, afterMinutes } of alike.next) wait(at + afterMinutes, to, n * share);
  };
  for (const some of task.waiting) wait(Math.max(0, Math.floor(some.inMinutes)), standing(some), some.numbers);
  for (const some of task.calling) goOn(standing(some), some.numbers, lasts);
  return {
    left: () => left,
    comeDue: (before: number): void => {
      for (; from < before; from += 1) {
        for (const [alike, n] of later.get(from) ?? []) add(due, alike, n);
        later.delete(from);
      }
    },
    /** Calls who is due in these lanes, redials first; how many calls there were room for. */
    call: (minute: number, open: ReadonlySet<Lane>, room: number): number => {
      let called = 0;
      for (const fresh of [false, true])
        for (const [alike, numbers] of due) {
          work.looks += 1;
          const dialled = Math.min(room - called, numbers);
          if (dialled <= 0 || alike.isFresh !== fresh || !open.has(alike.lane)) continue;
          const isLast = numbers - dialled < TOO_FEW;
          if (isLast) due.delete(alike);
          else due.set(alike, numbers - dialled);
          called += dialled;
          left -= isLast ? numbers : dialled;
          goOn(alike, dialled, minute + lasts);
        }
      return called;
    },
  };
};

export const forecast = (task: ForecastTask, work: Work = { looks: 0 }): Forecast => {
  const { local, openings, lines } = task;
  const { secondsPerCall } = task.prospects;
  const callsAMinute = 60 / Math.max(1, secondsPerCall);
  const lasts = Math.max(1, Math.round(secondsPerCall / 60));
  const list = openList(task, lasts, work);
  let last = task.calling.length > 0 ? lasts : 0;
  let wasOpen = false;
  for (let minute = 0, step = 1; minute < MOST_MINUTES; minute += step) {
    step = stepAt(minute);
    list.comeDue(minute + step);
    if (list.left() < ONE) return { minutes: last, lineDown: lines.some(({ isDown }) => isDown) };
    const all = local.minute + minute;
    const then = { weekday: (local.weekday + Math.floor(all / MINUTES_A_DAY)) % 7, minute: all % MINUTES_A_DAY };
    let limit = task.limit * callsAMinute * step;
    for (const practice of [true, false]) {
      const ofKind = Object.values(lanes).filter(lane => (lane === lanes.practice) === practice);
      const open = new Set(ofKind.filter(lane => practice || openings.isOpenAt(homeOfLane(lane), minute)));
      const room = open.size === 0 ? 0 : Math.min(limit, roomOf(task, practice, then, callsAMinute) * step);
      if (room === 0) continue;
      wasOpen = true;
      const called = list.call(minute, open, room);
      if (called > 0) last = minute + lasts;
      limit -= called;
    }
  }
  if (wasOpen) return { unknown: 'tooFar' };
  return { unknown: lines.every(({ isDown }) => isDown) ? 'lineDown' : 'neverOpen' };
};
