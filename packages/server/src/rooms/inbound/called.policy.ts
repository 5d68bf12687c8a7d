/**
 * Numbers as carriers write them: `+86 571 8888 0000`, `0571…`, `0086571…` and `571…` are one number, and a line's owner
 * wrote down one of them.
 */

/** Longer is no telephone number (E.164 has 15 digits), whatever a stranger puts into a request. */
const MAX_DIGITS = 20;

/** Without country code, blanks and the trunk's 0; '' for what is no number. */
const core = (number: string): string => {
  const bare = number.replaceAll(/[\s()-]/g, '');
  if (!/^\+?\d+$/.test(bare) || bare.length > MAX_DIGITS) return '';
  const national = bare.replace(/^(\+86|0086)(?=\d)/, '').replace(/^\+/, '');
  // 86 stands for China only before a whole number of ours.
  const home = /^86\d{10,11}$/.test(national) ? national.slice(2) : national;
  return home.replace(/^0+(?=\d)/, '');
};

/** All ways in which a line's owner may have written the number that was called; empty for what is no number. */
export const spellings = (called: string): readonly string[] => {
  const number = core(called);
  if (number === '') return [];
  return ['', '0', '86', '+86', '0086'].map(before => before + number);
};

/** Of candidates, the likeliest first, every spelling of each. */
export const spellingsOfAll = (called: readonly string[]): readonly string[] => [...new Set(called.flatMap(spellings))];

/** Who calls, as records know numbers: digits, without the country's code; '' for who hides. */
export const callerOf = (from: string): string => {
  const number = core(from);
  const isForeign = /^\+(?!86)|^00(?!86)/.test(from);
  if (number === '') return '';
  if (isForeign) return `00${number}`;
  // Mobile numbers have no area code; of the others the 0 before it is part of how they are dialled.
  return /^1[3-9]\d{9}$/.test(number) || !/^[2-9]\d{8,10}$/.test(number) ? number : `0${number}`;
};
