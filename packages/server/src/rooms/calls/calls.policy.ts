import type { RefusalKey } from '@lianxian/contract';
import {
  type AbroadWay,
  isAbroad,
  isPracticeNumber,
  type NeverDialled,
  neverDialled,
  normalisePhone,
} from '@lianxian/core';

/** A number as it is dialled, or why it is not. */
type NumberVerdict =
  | { readonly phone: string }
  | { readonly refused: Extract<RefusalKey, NeverRefusal | 'practiceNumber' | 'practiceLine'> | 'notANumber' };

type NeverRefusal = (typeof neverRefusals)[NeverDialled];
const neverRefusals = {
  emergency: 'emergencyNumber',
  short: 'shortNumber',
  premium: 'premiumNumber',
  abroad: 'abroadNumber',
} as const satisfies Record<NeverDialled, RefusalKey>;

/**
 * What a test call may dial (docs/calls.md#calls-by-hand): 8 to 12 digits after normalising; emergency, short and
 * premium numbers never, by nobody; numbers abroad over lines that are let; practice numbers over the practice line alone, and that line dials nothing else.
 */
export const judgeNumber = (
  text: string,
  line: { readonly practice: boolean; readonly abroad: AbroadWay },
): NumberVerdict => {
  const plain = text.normalize('NFKC').replace(/[\s()-]/g, '');
  const normalised = normalisePhone(text);
  const never = neverDialled(normalised.ok ? normalised.phone : plain);
  if (never !== null) return { refused: neverRefusals[never] };
  if (!normalised.ok) return { refused: 'notANumber' };
  const { phone } = normalised;
  if (isAbroad(phone) && line.abroad === 'none') return { refused: 'abroadNumber' };
  if (isPracticeNumber(phone) && !line.practice) return { refused: 'practiceNumber' };
  if (!isPracticeNumber(phone) && line.practice) return { refused: 'practiceLine' };
  return { phone };
};

/** The first name that the plan's sentences do not ask for; null when all are known. */
export const unknownVariable = (
  toFill: readonly { readonly name: string }[],
  values: Readonly<Record<string, string>>,
): string | null => {
  const known = new Set(toFill.map(({ name }) => name));
  return Object.keys(values).find(name => !known.has(name)) ?? null;
};
