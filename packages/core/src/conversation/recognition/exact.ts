/** The whole sentence and nothing else: only particles may stand around it (「不用」 is also 「啊，不用了吧」). */
import type { Match, Owner } from './match.ts';
import { particles, punctuation, tidy } from './text.ts';

export type Exact = ReadonlyMap<string, readonly Owner[]>;

/** So many particles at each end are looked past. */
const MOST_PARTICLES = 4;

const bare = (text: string): readonly string[] => [...tidy(text)].filter(char => !punctuation.test(char));

export const buildExact = (sentences: readonly { readonly entry: Owner; readonly text: string }[]): Exact => {
  const exact = new Map<string, Owner[]>();
  for (const { entry, text } of sentences) {
    const key = bare(text).join('');
    if (key !== '') exact.set(key, [...(exact.get(key) ?? []), entry]);
  }
  return exact;
};

export const findExact = (exact: Exact, text: string): readonly Match[] => {
  if (exact.size === 0) return [];
  const chars = bare(text);
  for (let before = 0; before === 0 || isParticle(chars, before - 1, before); before++)
    for (let after = 0; after === 0 || isParticle(chars, chars.length - after, after); after++) {
      const heard = chars.slice(before, chars.length - after).join('');
      const found = exact.get(heard);
      if (found) return found.map(entry => matchOf(entry, heard, before));
    }
  return [];
};

const isParticle = (chars: readonly string[], at: number, looked: number): boolean =>
  looked <= MOST_PARTICLES && particles.has(chars[at] ?? '');

const matchOf = (entry: Owner, heard: string, start: number): Match => ({
  entry,
  by: 'exact',
  heard,
  start,
  end: start + [...heard].length,
  negated: false,
  ...(entry.means && { means: entry.means }),
});
