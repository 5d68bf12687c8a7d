/** Numbers of a line as people paste them: one a line, or separated by commas or blanks. */
type OwnNumbers =
  | { readonly ok: true; readonly numbers: readonly string[] }
  /** The first that is none, shortened. */
  | { readonly ok: false; readonly bad: string };

/** As the carrier knows it, with a + before it where it wants one. */
export const OWN_NUMBER = /^\+?\d{3,20}$/;
const separators = /[\s,;，；、\uFEFF]+/u;
const SHOWN_CHARS = 30;

/** Dashes, dots and brackets inside a number are decoration; a number that came twice comes once. */
export const readOwnNumbers = (text: string): OwnNumbers => {
  const words = text
    .normalize('NFKC')
    .split(separators)
    .filter(word => word !== '');
  const numbers = words.map(word => word.replace(/[-‐-―().\p{Cf}]/gu, ''));
  const bad = numbers.findIndex(number => !OWN_NUMBER.test(number));
  if (bad >= 0) return { ok: false, bad: (words[bad] ?? '').slice(0, SHOWN_CHARS) };
  return { ok: true, numbers: [...new Set(numbers)] };
};
