import { type Language, variantText } from '@lianxian/contract';
import { count } from '../../../ui/format.ts';
import { variantName } from '../../../ui/variant.ts';
import type { Experiment } from './use-experiment.ts';

/** What can be said of a comparison, as a key of the texts with its values. */
export type Verdict =
  | { readonly says: 'none' | 'even' }
  | { readonly says: 'taken'; readonly name: string; readonly plan: string }
  | { readonly says: 'ahead'; readonly name: string; readonly percent: number | null; readonly more: string | null }
  | { readonly says: 'better'; readonly name: string; readonly percent: number; readonly times: readonly Times[] };

/** So many times as often as the other one. */
interface Times {
  readonly other: string;
  readonly from: string;
  /** Null: nobody can say how much more. */
  readonly to: string | null;
}

const mostPercent = 99;
/** Never more than is sure. */
const percentOf = (sure: number): number => Math.min(mostPercent, Math.floor(sure * 100));
const times = (ratio: number): string => ratio.toFixed(ratio < 10 ? 1 : 0);
/** Two figures say all that is known of it. */
const about = (n: number): string => count(Number(n.toPrecision(2)));

const timesOf = ({ ratios, winner }: Experiment): readonly Times[] =>
  ratios
    .filter(({ one, other }) => one === winner || other === winner)
    .map(({ one, other, from, to }) => {
      const isFirst = one === winner;
      const [least, most] = isFirst ? [from, to] : [to === null ? 0 : 1 / to, from === 0 ? null : 1 / from];
      return { other: variantName(isFirst ? other : one), from: times(least), to: most === null ? null : times(most) };
    });

export const verdictOf = (experiment: Experiment, language: Language): Verdict => {
  const { variants, taken, front, winner, sure, moreNumbers } = experiment;
  if (taken !== null) {
    const plan = variants[taken.variant];
    return { says: 'taken', name: variantName(taken.variant), plan: plan ? variantText(plan, language) : '' };
  }
  if (winner !== null)
    return { says: 'better', name: variantName(winner), percent: percentOf(sure), times: timesOf(experiment) };
  if (variants.every(({ called }) => called === 0)) return { says: 'none' };
  if (front === null) return { says: 'even' };
  const more = moreNumbers === null ? null : about(moreNumbers);
  // Less than one in a hundred is no figure: nothing speaks for it yet.
  return { says: 'ahead', name: variantName(front), percent: percentOf(sure) || null, more };
};
