import { doneBecauseText, type Language, type OutputOf, type whatIfEndpoints } from '@lianxian/contract';
import type { WhatIf } from '@lianxian/core';
import { yuanText } from '@lianxian/core/kit';

type Told = OutputOf<typeof whatIfEndpoints.look>['asItIs'];
type Band = Told['today']['calls'];

const MINUTE_MS = 60_000;
const each = <T>({ low, middle, high }: Band, as: (value: number) => T) => ({
  low: as(low),
  middle: as(middle),
  high: as(high),
});
const yuan = (units: number): string => yuanText(Math.round(units));

const sumsView = ({ calls, answered, cost }: WhatIf['today']): Told['today'] => ({
  calls: each(calls, Math.round),
  answered: each(answered, Math.round),
  cost: each(cost, yuan),
});

export const toldView = ({ today, all, end }: WhatIf, from: Date, language: Language): Told => {
  const sums = { today: sumsView(today), all: sumsView(all) };
  if ('unknown' in end)
    return { ...sums, end: null, because: end.unknown, becauseText: doneBecauseText(end.unknown, language) };
  const at = (minutes: number) => new Date(from.getTime() + Math.round(minutes) * MINUTE_MS).toISOString();
  const { low, middle, high } = end;
  return {
    ...sums,
    end: { low: at(low), middle: at(middle), high: high === null ? null : at(high) },
    because: '',
    becauseText: '',
  };
};
