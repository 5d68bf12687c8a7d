/** Which end of a text is looked at. */
type Side = 'both' | 'end';

/**
 * A text without the characters at its ends that match `edge` (one character's pattern). Walked from the end: a regular
 * expression for it (`x+$`) tries every run of such characters inside the text as well, and takes the square of its length.
 */
export const withoutEdges = (text: string, edge: RegExp, side: Side = 'both'): string => {
  const chars = [...text];
  let from = 0;
  let to = chars.length;
  while (from < to && edge.test(chars[to - 1]!)) to--;
  while (side === 'both' && from < to && edge.test(chars[from]!)) from++;
  return from === 0 && to === chars.length ? text : chars.slice(from, to).join('');
};
