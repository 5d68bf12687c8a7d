import type { CallState } from '../call/index.ts';
import { type Home, MINUTES_A_DAY } from '../rules/index.ts';
import { type RetryRule, type RetryRules, retryAfter, retryRuleOf } from '../task/index.ts';
import type { Chance } from './chance.ts';
import { type Outcomes, type Prospects, shifted, usualAfter } from './prospects.ts';

/** Numbers that are at home alike: in the same hours, over the same lines. */
export interface Group {
  readonly practice: boolean;
  readonly home: Home;
}

/** Numbers of a list that stand alike. */
export interface NumbersAlike {
  /** Its place in the groups of the list. */
  readonly group: number;
  /** How often each outcome came. */
  readonly tried: Readonly<Partial<Record<CallState, number>>>;
  /** What the call before came to; null: they were never called. */
  readonly last: CallState | null;
  readonly numbers: number;
}
export interface WaitingNumbers extends NumbersAlike {
  /** Until they are due; 0: they are. */
  readonly inMinutes: number;
}

/** Ways to stand that are told apart; ten rules of ten times have thousands of millions. */
const MOST_STANDINGS = 200;
/** Less of a number than this is not followed any further: there are many ways to be called again. */
const TOO_FEW = 0.01;

/** One way to stand: the group, the last outcome, and how often each that is called again came. */
interface Alike {
  readonly group: number;
  readonly isFresh: boolean;
  /** How often it was called. */
  readonly tries: number;
  readonly outcomes: Outcomes;
  readonly next: readonly { readonly to: Alike; readonly state: CallState; readonly rule: RetryRule }[];
}
type Numbers = Map<Alike, number>;

interface ListOptions {
  readonly groups: readonly Group[];
  readonly prospects: Prospects;
  readonly retries: RetryRules;
  readonly chance: Chance;
  /** The minute of the day now. */
  readonly minuteOfDay: number;
  /** So often a number is called on one day; null: as often as its rules say. */
  readonly callsPerDay: number | null;
}

/** Rules that hold, those of the line among them (decision 55). */
const rulesOf = (retries: RetryRules) =>
  [...new Set([...(Object.keys(retries) as CallState[]), 'lineFault' as const, 'limited' as const])].flatMap(state => {
    const rule = retryRuleOf(retries, state);
    return rule ? [{ state, rule }] : [];
  });

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, n) => sum + n, 0);

/**
 * How numbers stand, each way once; where a call leads them is found when it is asked for. When there are too many ways,
 * a new one counts as one that is known: with the same last outcome, called at least as often, else as one that is called
 * for the last time. So tries only grow, and everybody comes to an end.
 */
const standings = ({ prospects: { first, after }, retries }: ListOptions) => {
  const rules = rulesOf(retries);
  const known = new Map<string, Alike>();
  const alikes = new Map<string, { readonly tries: number; readonly alike: Alike }[]>();
  const made = (group: number, last: CallState | null, counts: readonly number[] | null): Alike => {
    const outcomes = last === null ? first : (after[last] ?? usualAfter(last));
    let next: Alike['next'] | null = null;
    return {
      group,
      isFresh: last === null,
      tries: counts === null ? 0 : sumOf(counts),
      outcomes,
      get next() {
        next ??= rules.flatMap(({ state, rule }, n) => {
          if (counts === null || (outcomes[state] ?? 0) === 0 || counts[n]! >= rule.times) return [];
          return [{ to: standing(group, state, counts.with(n, counts[n]! + 1)), state, rule }];
        });
        return next;
      },
    };
  };
  const keep = (key: string, alike: Alike): Alike => {
    known.set(key, alike);
    return alike;
  };
  const standing = (group: number, last: CallState | null, counts: readonly number[]): Alike => {
    const key = `${group} ${last} ${counts}`;
    const there = known.get(key);
    if (there) return there;
    const tries = sumOf(counts);
    const ofLast = `${group} ${last}`;
    const some = alikes.get(ofLast) ?? [];
    if (known.size >= MOST_STANDINGS) {
      const near = some.filter(one => one.tries >= tries).toSorted((one, other) => one.tries - other.tries);
      return near[0]?.alike ?? known.get(ofLast) ?? keep(ofLast, made(group, last, null));
    }
    const alike = keep(key, made(group, last, counts));
    alikes.set(ofLast, [...some, { tries, alike }]);
    return alike;
  };
  return ({ group, last, tried }: NumbersAlike): Alike =>
    standing(
      group,
      last,
      rules.map(({ state }) => tried[state] ?? 0),
    );
};

const add = (numbers: Numbers, alike: Alike, n: number): void => void numbers.set(alike, (numbers.get(alike) ?? 0) + n);

/** How much a forecast took: how often it looked at numbers that stand alike. */
export interface Work {
  looks: number;
}

/** Calls of a minute, and those of them that were answered. */
interface Called {
  calls: number;
  answered: number;
}

/** The list as it goes on: who is due, and who will be. */
export const openList = (options: ListOptions, work: Work) => {
  const { groups, prospects, chance, minuteOfDay, callsPerDay } = options;
  const standing = standings(options);
  const better = groups.map(({ home }) => prospects.provinces.get(home.province ?? '') ?? 0);
  const due: Numbers = new Map();
  const later = new Map<number, Numbers>();
  let left = 0;
  /** Who comes due before this minute has. */
  let from = 0;
  const wait = (dueAt: number, alike: Alike, n: number): void => {
    if (n < TOO_FEW) return;
    const at = Math.max(dueAt, from);
    const then = later.get(at) ?? new Map();
    add(then, alike, n);
    later.set(at, then);
    left += n;
  };
  const minuteAt = (minute: number): number => Math.floor(minuteOfDay + minute) % MINUTES_A_DAY;
  const hourAt = (minute: number): number => Math.floor((minuteOfDay + minute) / 60) % 24;
  const midnightAfter = (minute: number): number =>
    (Math.floor((minuteOfDay + minute) / MINUTES_A_DAY) + 1) * MINUTES_A_DAY - minuteOfDay;
  /** When who was called so often may be called again: whoever had the calls of a day waits for the next one. */
  const againAt = ({ tries }: Alike, over: number, afterMinutes: number): number => {
    const at = over + afterMinutes;
    return callsPerDay !== null && tries > 0 && tries % callsPerDay === 0 ? Math.max(at, midnightAfter(over)) : at;
  };
  /** What these calls came to; those that are called again wait. @returns how many were answered. */
  const goOn = (alike: Alike, n: number, begun: number, over: number): number => {
    const outcomes = shifted(alike.outcomes, (prospects.hours[hourAt(begun)] ?? 0) + better[alike.group]!);
    let rest = n;
    let share = 1;
    /** Of those that came to nothing that was asked for yet: so they are dealt out and none twice. */
    const come = (state: CallState): number => {
      const of = outcomes[state] ?? 0;
      const some = chance(rest, Math.min(1, of / Math.max(share, of)));
      rest -= some;
      share -= of;
      return some;
    };
    const answered = come('answered');
    for (const { to, state, rule } of alike.next)
      wait(againAt(to, over, retryAfter(rule, minuteAt(over))), to, come(state));
    return answered;
  };
  const callOf = (some: NumbersAlike, lasts: number): number => goOn(standing(some), some.numbers, 0, lasts);
  /** Numbers of this kind that may be called now. */
  const countOf = (isFresh: boolean, open: (group: number) => boolean): number => {
    let all = 0;
    for (const [alike, n] of due) {
      work.looks += 1;
      if (alike.isFresh === isFresh && open(alike.group)) all += n;
    }
    return all;
  };
  return {
    left: () => left,
    wait: (some: WaitingNumbers): void => wait(Math.max(0, Math.floor(some.inMinutes)), standing(some), some.numbers),
    callOf,
    comeDue: (before: number): void => {
      for (; from < before; from += 1) {
        for (const [alike, n] of later.get(from) ?? []) add(due, alike, n);
        later.delete(from);
      }
    },
    /** Calls who is due in open groups, redials first, each group by its share of the list; up to `room` calls. */
    call: (minute: number, open: (group: number) => boolean, room: number, lasts: number): Called => {
      const called: Called = { calls: 0, answered: 0 };
      for (const isFresh of [false, true]) {
        let there = countOf(isFresh, open);
        let free = Math.min(room - called.calls, there);
        for (const [alike, numbers] of due) {
          if (free <= 0) break;
          if (alike.isFresh !== isFresh || !open(alike.group)) continue;
          const dialled = Math.min(numbers, free, there <= free ? numbers : chance(free, numbers / there));
          there -= numbers;
          if (dialled <= 0) continue;
          const isLast = numbers - dialled < TOO_FEW;
          if (isLast) due.delete(alike);
          else due.set(alike, numbers - dialled);
          called.calls += dialled;
          free -= dialled;
          left -= isLast ? numbers : dialled;
          called.answered += goOn(alike, dialled, minute, minute + lasts);
        }
      }
      return called;
    },
  };
};
