import type { Dice } from '../kit/index.ts';
import { alike, ghosts } from './wordings/misheard.ts';

/** Of so many characters one is taken for another, where it has one it is taken for. */
const CHANGED = 0.15;
/** Of so many sentences one loses a syllable, and one gains one. */
const LOST = 0.12;
const GAINED = 0.12;

const rowOf = (char: string): readonly string[] => {
  const row = alike.find(each => each.includes(char));
  return row === undefined ? [] : [...row].filter(other => other !== char);
};

/** What a recogniser on a bad line makes of a sentence. */
export const misheard = (sentence: string, throws: Dice): string => {
  const chars = [...sentence].map(char => {
    const others = rowOf(char);
    return others.length > 0 && throws.next() < CHANGED ? throws.pick(others) : char;
  });
  if (chars.length > 3 && throws.next() < LOST) chars.splice(throws.between(0, chars.length - 1), 1);
  if (throws.next() < GAINED) chars.unshift(throws.pick(ghosts));
  return chars.join('');
};
