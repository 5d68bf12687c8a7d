/** Recognisers write Chinese with a space between its words; a transcript and the plan's words have none. */
export const withoutGaps = (text: string): string =>
  text
    .replace(/(?<=[\p{Script=Han}\p{P}]) +| +(?=[\p{Script=Han}\p{P}])/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

/** The mark at the end of what was said is a recogniser's guess, and no word. */
export const withoutEnd = (text: string): string => text.replace(/[。，、？！；,.?!;\s]+$/u, '');
