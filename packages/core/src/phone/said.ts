/**
 * What is sought in the words of calls: any two neighbouring letters or figures and more. Each two neighbours are a pair, by
 * which an index finds calls that may hold the words; whether they do, the text says. Migration 0094 makes such pairs of
 * what was said, of all signs.
 */
export interface SaidSearch {
  /** As the text of a call is compared with it. */
  readonly text: string;
  /** Code of the first letter · 2^16 + code of the second; none: it is too short to be sought. */
  readonly pairs: readonly number[];
}

/** Full width is half, capitals are small: those of ASCII, so that here and in the database the same comes out. */
const folded = (text: string): string => text.normalize('NFKC').replace(/[A-Z]/g, letter => letter.toLowerCase());

const CODES = 65_536;
const isLetter = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 192 && code <= 8_191) || code >= 12_352;

export const searchSaid = (sought: string): SaidSearch => {
  const text = folded(sought.trim());
  const codes = [...text].map(letter => (letter.codePointAt(0) ?? 0) % CODES);
  const pairs = new Set<number>();
  for (const [at, second] of codes.entries()) {
    const first = codes[at - 1];
    if (first !== undefined && isLetter(first) && isLetter(second)) pairs.add(first * CODES + second);
  }
  return { text, pairs: [...pairs] };
};
