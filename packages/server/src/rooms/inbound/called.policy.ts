import { numberCore } from '@lianxian/core';

/** Of what may be the number that was called, the likeliest first: as all its spellings are compared. */
export const coresOf = (called: readonly string[]): readonly string[] => [
  ...new Set(called.map(numberCore).filter(core => core !== '')),
];

/** Who calls, as records know numbers: digits, without the country's code; '' for who hides. */
export const callerOf = (from: string): string => {
  const number = numberCore(from);
  const isForeign = /^\+(?!86)|^00(?!86)/.test(from);
  if (number === '') return '';
  if (isForeign) return `00${number}`;
  // Mobile numbers have no area code; of the others the 0 before it is part of how they are dialled.
  return /^1[3-9]\d{9}$/.test(number) || !/^[2-9]\d{8,10}$/.test(number) ? number : `0${number}`;
};
