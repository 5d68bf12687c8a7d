import type { CallState } from '../call/index.ts';
import type { Dice } from '../kit/index.ts';
import { isLineFault } from '../task/index.ts';

/** What calls come to: share of each outcome, all together at most 1. */
export type Outcomes = Readonly<Partial<Record<CallState, number>>>;

/** Calls that are over and alike. */
export interface CallsSeen {
  /** What the call before came to; null: it was the first. */
  readonly before: CallState | null;
  readonly state: CallState;
  /** Of the day, by the merchant's clock, 0–23; null: nobody asked. */
  readonly hour: number | null;
  /** Where its number is at home; null: nobody knows, or asked. */
  readonly province: string | null;
  readonly calls: number;
  /** From placing to the end, all together. */
  readonly seconds: number;
  /** That were charged, all together. */
  readonly minutes: number;
}

/** What calls will come to, how long one takes, and by how much hours and provinces differ. */
export interface Prospects {
  /** From placing to the end. */
  readonly seconds: { readonly answered: number; readonly other: number };
  /** Charged of an answered call. */
  readonly minutes: number;
  readonly first: Outcomes;
  /** By what the call before came to. */
  readonly after: Readonly<Partial<Record<CallState, Outcomes>>>;
  /** By how much the odds of an answer are better then, or there, than on the whole: logarithms. */
  readonly hours: readonly number[];
  readonly provinces: ReadonlyMap<string, number>;
}

/** Where nothing was seen yet: of a hundred calls of merchants' lists, roughly. */
const usualFirst: Outcomes = { answered: 0.45, noAnswer: 0.3, busy: 0.08, unreachable: 0.05, poweredOff: 0.04 };
const USUAL_SECONDS = 35;
const USUAL_MINUTES = 1;
/** The usual counts as much as so many calls that were seen. */
const FIRST_WEIGHT = 20;
const AFTER_WEIGHT = 5;
/** How much hours, and provinces, of one list differ in the odds of an answer: a spread of logarithms. */
const HOUR_SPREAD = 0.35;
const PROVINCE_SPREAD = 0.25;
/** How much one day differs from another, for no reason that is known. */
const DAY_SPREAD = 0.12;
/** Lengths of calls spread about as much as they last. */
const LENGTH_SPREAD = 1;
const HOURS = 24;

/** Whoever could not be reached is more often than not as hard to reach again; what the line refused it seldom refuses again. */
export const usualAfter = (state: CallState): Outcomes => {
  if (state === 'noAnswer' || state === 'busy') return { noAnswer: 0.5, busy: 0.1 };
  return { [state]: isLineFault(state) ? 0.2 : 0.6 };
};

const sumOf = (of: readonly CallsSeen[], value: (seen: CallsSeen) => number): number =>
  of.reduce((sum, seen) => sum + value(seen), 0);
const callsOf = (of: readonly CallsSeen[]): number => sumOf(of, ({ calls }) => calls);

const blended = (seen: readonly CallsSeen[], usual: Outcomes, weight: number): Outcomes => {
  const all = callsOf(seen) + weight;
  const shares: Partial<Record<CallState, number>> = {};
  for (const [state, share] of Object.entries(usual) as [CallState, number][]) shares[state] = (share * weight) / all;
  for (const { state, calls } of seen) shares[state] = (shares[state] ?? 0) + calls / all;
  return shares;
};

const logit = (share: number): number => Math.log(share / (1 - share));
const inside = (share: number): number => Math.min(0.999, Math.max(0.001, share));

/** The same outcomes where the odds of an answer are others: what is not answered keeps its proportions. */
export const shifted = (outcomes: Outcomes, by: number): Outcomes => {
  const answered = outcomes.answered ?? 0;
  if (by === 0 || answered <= 0 || answered >= 1) return outcomes;
  const then = 1 / (1 + Math.exp(-(logit(answered) + by)));
  const rest = (1 - then) / (1 - answered);
  return Object.fromEntries(
    Object.entries(outcomes).map(([state, share]) => [state, state === 'answered' ? then : share * rest]),
  );
};

/** What was seen says so much, and so surely. */
interface Estimate {
  readonly value: number;
  readonly error: number;
}

/** By how much the odds of an answer differ in a part of the calls, drawn to none the fewer they are. */
const effectOf = (part: readonly CallsSeen[], spread: number, expected: (seen: CallsSeen) => number): Estimate => {
  const calls = callsOf(part);
  const mean = inside(sumOf(part, seen => seen.calls * expected(seen)) / Math.max(1, calls));
  const answered = sumOf(part, ({ state, calls: n }) => (state === 'answered' ? n : 0));
  const said = calls * mean * (1 - mean);
  const before = 1 / spread ** 2;
  const raw = logit(inside((answered + mean) / (calls + 1))) - logit(mean);
  return { value: (raw * said) / (said + before), error: Math.sqrt(1 / (said + before)) };
};

/** What is known of the calls of a list, and how surely; a draw of it is one way the next days may be. */
export interface Habits {
  /** What is likeliest. */
  readonly prospects: Prospects;
  readonly draw: (throws: Dice) => Prospects;
}

const normal = (throws: Dice): number =>
  Math.sqrt(-2 * Math.log(1 - throws.next())) * Math.cos(2 * Math.PI * throws.next());

const baseOf = (seen: readonly CallsSeen[]) => {
  const byBefore = Map.groupBy(seen, ({ before }) => before);
  const firsts = byBefore.get(null) ?? [];
  const laters = [...byBefore].flatMap(([before, some]) => (before === null ? [] : [[before, some] as const]));
  return {
    first: blended(firsts, usualFirst, FIRST_WEIGHT),
    after: Object.fromEntries(
      laters.map(([before, some]) => [before, blended(some, usualAfter(before), AFTER_WEIGHT)]),
    ) as Prospects['after'],
    /** How many calls each of them rests on. */
    calls: {
      first: callsOf(firsts) + FIRST_WEIGHT,
      after: new Map(laters.map(([before, some]) => [before, callsOf(some) + AFTER_WEIGHT])),
    },
  };
};

/** Mean of a length; the usual counts as `FIRST_WEIGHT` calls. */
const lengthOf = (seen: readonly CallsSeen[], total: (seen: CallsSeen) => number, usual: number): Estimate => {
  const calls = callsOf(seen) + FIRST_WEIGHT;
  const value = (sumOf(seen, total) + usual * FIRST_WEIGHT) / calls;
  return { value, error: LENGTH_SPREAD / Math.sqrt(calls) };
};

/** By how much each hour and province of them differs. */
const effectsOf = (seen: readonly CallsSeen[], { first, after }: Pick<Prospects, 'first' | 'after'>) => {
  const answeredOf = ({ before }: CallsSeen): number =>
    (before === null ? first : (after[before] ?? usualAfter(before))).answered ?? 0;
  const byHour = Map.groupBy(seen, ({ hour }) => hour);
  const byProvince = Map.groupBy(seen, ({ province }) => province);
  return {
    hours: Array.from({ length: HOURS }, (_, hour) => effectOf(byHour.get(hour) ?? [], HOUR_SPREAD, answeredOf)),
    provinces: [...byProvince].flatMap(([province, some]) =>
      province === null ? [] : [[province, effectOf(some, PROVINCE_SPREAD, answeredOf)] as const],
    ),
  };
};

const lengthsOf = (seen: readonly CallsSeen[]) => {
  const isAnswered = ({ state }: CallsSeen): boolean => state === 'answered';
  const reached = seen.filter(isAnswered);
  const others = seen.filter(one => !isAnswered(one));
  const seconds = (of: CallsSeen): number => of.seconds;
  return {
    answered: lengthOf(reached, seconds, USUAL_SECONDS),
    other: lengthOf(others, seconds, USUAL_SECONDS),
    minutes: lengthOf(reached, ({ minutes }) => minutes, USUAL_MINUTES),
  };
};

/** How an estimate becomes a value: the likeliest one, or a throw of what it may be. */
interface Taking {
  /** By how much this day differs from others. */
  readonly day: number;
  readonly odds: (of: Estimate) => number;
  readonly length: (of: Estimate) => number;
}

/** What calls of a list came to so far, and the usual where that says little. */
export const habitsOf = (seen: readonly CallsSeen[]): Habits => {
  const { first, after, calls } = baseOf(seen);
  const { hours, provinces } = effectsOf(seen, { first, after });
  const lengths = lengthsOf(seen);
  const taken = ({ day, odds, length }: Taking): Prospects => {
    const outcomes = (of: Outcomes, n: number): Outcomes => {
      const answered = inside(of.answered ?? 0);
      const error = 1 / Math.sqrt(n * answered * (1 - answered));
      return shifted(of, day + odds({ value: 0, error }));
    };
    const later = Object.entries(after).map(([before, of]) => {
      return [before, outcomes(of, calls.after.get(before as CallState) ?? AFTER_WEIGHT)];
    });
    return {
      seconds: { answered: length(lengths.answered), other: length(lengths.other) },
      minutes: length(lengths.minutes),
      first: outcomes(first, calls.first),
      after: Object.fromEntries(later),
      hours: hours.map(odds),
      provinces: new Map(provinces.map(([province, effect]) => [province, odds(effect)])),
    };
  };
  return {
    prospects: taken({ day: 0, odds: ({ value }) => value, length: ({ value }) => value }),
    draw: throws =>
      taken({
        day: DAY_SPREAD * normal(throws),
        odds: ({ value, error }) => value + error * normal(throws),
        length: ({ value, error }) => value * Math.exp(error * normal(throws)),
      }),
  };
};
