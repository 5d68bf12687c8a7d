import type { endpoints, OutputOf } from '@lianxian/contract';

type Looked = OutputOf<typeof endpoints.whatIf.look>;
export type Told = Looked['asItIs'];

/** Of figures or of times, as the bars reckon. */
export interface Span {
  readonly low: number;
  readonly middle: number;
  /** Null: beyond what is looked at. */
  readonly high: number | null;
}

/** A band as it is drawn: where it begins, how wide it is and where its middle stands, in percent of the scale. */
export interface Drawn {
  readonly left: number;
  readonly width: number;
  readonly middle: number;
}

/** On one scale, so that two sides can be compared by eye; it begins at `from`. */
export const drawnOn = (spans: readonly (Span | null)[], from: number): readonly (Drawn | null)[] => {
  const ends = spans.flatMap(span => (span === null ? [] : [span.high ?? span.middle * 2 - from]));
  const to = Math.max(...ends, from);
  const at = (value: number): number => (to === from ? 0 : (100 * (value - from)) / (to - from));
  return spans.map(span => {
    if (span === null) return null;
    const left = at(span.low);
    return { left, width: (span.high === null ? 100 : at(span.high)) - left, middle: at(span.middle) };
  });
};

/** What really happened, as a band that is one point. */
interface Happened {
  readonly calls: number;
  readonly answered: number;
  readonly cost: string;
  /** Null: it is not over. */
  readonly end: string | null;
}

export const truthOf = ({ calls, answered, cost, end }: Happened, notOver: string): Told => {
  const point = <T>(value: T) => ({ low: value, middle: value, high: value });
  const sums = { calls: point(calls), answered: point(answered), cost: point(cost) };
  return {
    ...{ today: sums, all: sums, because: '' },
    ...{ end: end === null ? null : point(end), becauseText: end === null ? notOver : '' },
  };
};

/** Only where both ends differ: what is sure has no band. */
export const isSure = ({ low, high }: Span): boolean => low === high;
