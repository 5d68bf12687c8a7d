import { isPracticeNumber } from '../phone/index.ts';
import { type Lane, lanes } from './types.ts';

/** Provinces whose legal hours are two hours later. */
const WEST = /^新疆/;

/** The lane of a number; `province` is where its segment belongs, null where nobody knows. */
export const laneOf = (phone: string, province: string | null): Lane => {
  if (isPracticeNumber(phone)) return lanes.practice;
  return province !== null && WEST.test(province) ? lanes.west : lanes.ordinary;
};

/**
 * What a line dials: the practice line practice numbers alone, every other line everything else
 * (docs/lines.md#practice-line).
 */
export const lanesOfLine = (line: { readonly practice: boolean }): readonly Lane[] =>
  line.practice ? [lanes.practice] : [lanes.ordinary, lanes.west];
