import { withoutEdges } from '@lianxian/core';

const beside = /[\p{Script=Han}\p{P}]/u;

/** Recognisers write Chinese with a space between its words; a transcript and the plan's words have none. */
export const withoutGaps = (text: string): string =>
  text
    .replace(/ +/g, (gap, at: number, whole: string) => {
      // Each gap is looked at once, by the characters at its two sides (a code point each: rare ones are two units).
      const before = [...whole.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
      const after = [...whole.slice(at + gap.length, at + gap.length + 2)][0] ?? '';
      return beside.test(before) || beside.test(after) ? '' : gap;
    })
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

const mark = /[。，、？！；,.?!;\s]/u;

/** The mark at the end of what was said is a recogniser's guess, and no word. */
export const withoutEnd = (text: string): string => withoutEdges(text, mark, 'end');

/** Of a sentence that its end is not told of; a conversation takes 500. */
const MOST_CHARACTERS = 2_000;

/** The beginning counts: more than a sentence can have is nobody's to wait for. */
export const ofOneSentence = (text: string): string => text.slice(0, MOST_CHARACTERS);
