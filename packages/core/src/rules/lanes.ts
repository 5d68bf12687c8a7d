import { isPracticeNumber } from '../phone/index.ts';
import { usualPlatformRules } from './defaults.ts';
import { type Lane, lanes } from './types.ts';

/** Provinces whose numbers have a lane of their own, so that a list does not walk over them while only the rest is open. */
export const westProvinces: readonly string[] = Object.keys(usualPlatformRules.shifts);

/** The lane of a number; `province` is where its segment belongs, null where nobody knows. */
export const laneOf = (phone: string, province: string | null): Lane => {
  if (isPracticeNumber(phone)) return lanes.practice;
  return province !== null && westProvinces.some(west => province.startsWith(west)) ? lanes.west : lanes.ordinary;
};

/**
 * What a line dials: the practice line practice numbers alone, every other line everything else
 * (docs/lines.md#practice-line).
 */
export const lanesOfLine = (line: { readonly practice: boolean }): readonly Lane[] =>
  line.practice ? [lanes.practice] : [lanes.ordinary, lanes.west];
