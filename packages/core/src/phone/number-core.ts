/**
 * Numbers as carriers write them: `+86 571 8888 0000`, `0571…`, `0086571…` and `571…` are one number. Its core is what all
 * of them have in common; the column `line_number.core` of the server says the same in SQL.
 */

/** Longer is no telephone number (E.164 has 15 digits), whatever a stranger puts into a request. */
const MAX_DIGITS = 20;

/** Without country code, blanks and the trunk's 0; '' for what is no number. */
export const numberCore = (number: string): string => {
  const bare = number.replaceAll(/[\s()-]/g, '');
  if (!/^\+?\d+$/.test(bare) || bare.length > MAX_DIGITS) return '';
  const national = bare.replace(/^(\+86|0086)(?=\d)/, '').replace(/^\+/, '');
  // 86 stands for China only before a whole number of ours.
  const home = /^86\d{10,11}$/.test(national) ? national.slice(2) : national;
  return home.replace(/^0+(?=\d)/, '');
};
