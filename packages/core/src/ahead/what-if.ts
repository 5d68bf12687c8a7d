import { dice } from '../kit/index.ts';
import { type AheadUnknown, goAhead, type ListAhead, openTable, type Sums } from './ahead.ts';
import { thrown } from './chance.ts';
import type { Habits } from './prospects.ts';

/**
 * What would come of a list (docs/tasks.md#what-if): many ways the days may go, each with habits drawn from what was seen
 * and with chance of its own. Of each figure the middle one and a band that the truth lies in four times of five.
 */
interface Band {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}
type Bands = Readonly<Record<keyof Sums, Band>>;

export interface WhatIf {
  readonly today: Bands;
  readonly all: Bands;
  /** Minutes from now; `high` null: one way in ten or more is not done within a fortnight. */
  readonly end: (Omit<Band, 'high'> & { readonly high: number | null }) | { readonly unknown: AheadUnknown };
}

const WAYS = 60;
const [LOW, MIDDLE, HIGH] = [0.1, 0.5, 0.9];

const at = (sorted: readonly number[], part: number): number => {
  const place = part * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below === above ? below : below + (above - below) * (place - Math.floor(place));
};

const bandOf = (values: readonly number[]): Band => {
  const sorted = values.toSorted((one, other) => one - other);
  return { low: at(sorted, LOW), middle: at(sorted, MIDDLE), high: at(sorted, HIGH) };
};

const bandsOf = (ways: readonly Sums[]): Bands => ({
  calls: bandOf(ways.map(({ calls }) => calls)),
  answered: bandOf(ways.map(({ answered }) => answered)),
  cost: bandOf(ways.map(({ cost }) => cost)),
});

/** The same seed gives the same answer. */
export const whatIf = (list: ListAhead, habits: Habits, seed: number): WhatIf => {
  const openAt = openTable(list);
  const ways = Array.from({ length: WAYS }, (_, n) => {
    const throws = dice(seed * WAYS + n);
    return goAhead(list, { prospects: habits.draw(throws), chance: thrown(throws), openAt });
  });
  const today = bandsOf(ways.map(way => way.today));
  const all = bandsOf(ways.map(way => way.all));
  const { end: likeliest } = goAhead(list, { prospects: habits.prospects, openAt });
  if ('unknown' in likeliest) return { today, all, end: likeliest };
  const ends = bandOf(ways.map(({ end }) => ('minutes' in end ? end.minutes : Number.POSITIVE_INFINITY)));
  return { today, all, end: { ...ends, high: Number.isFinite(ends.high) ? ends.high : null } };
};
