import { type AbroadWay, isAbroad, isPracticeNumber } from '../phone/index.ts';
import { usualPlatformRules } from './defaults.ts';
import { type Lane, lanes } from './types.ts';

/** Provinces whose numbers have a lane of their own, so that a list does not walk over them while only the rest is open. */
export const westProvinces: readonly string[] = Object.keys(usualPlatformRules.shifts);

/** The lane of a number; `province` is where its segment belongs, null where nobody knows. */
export const laneOf = (phone: string, province: string | null): Lane => {
  if (isPracticeNumber(phone)) return lanes.practice;
  if (isAbroad(phone)) return lanes.abroad;
  return province !== null && westProvinces.some(west => province.startsWith(west)) ? lanes.west : lanes.ordinary;
};

interface DiallingLine {
  readonly practice: boolean;
  readonly abroad: AbroadWay;
}

/**
 * What a line dials: the practice line practice numbers alone, every other line everything else (docs/lines.md#practice-line),
 * numbers abroad where it is let.
 */
export const lanesOfLine = ({ practice, abroad }: DiallingLine): readonly Lane[] => {
  if (practice) return [lanes.practice];
  return abroad === 'none' ? [lanes.ordinary, lanes.west] : [lanes.ordinary, lanes.west, lanes.abroad];
};

/** What a task over these lines dials: numbers abroad where all of its ordinary lines are let, so that each may take any number. */
export const lanesOfLines = (lines: readonly DiallingLine[]): readonly Lane[] => {
  const mayAbroad = lines.every(({ practice, abroad }) => practice || abroad !== 'none');
  const all = new Set(lines.flatMap(lanesOfLine));
  return [...all].filter(lane => lane !== lanes.abroad || mayAbroad);
};
