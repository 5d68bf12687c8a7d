import { normalisePhone } from '@lianxian/core';

/** What stands between the cells of a text: found out by its first lines. */
export type Separator = ',' | '\t' | ';' | '，' | ' ';

const candidates = ['\t', ',', ';', '，'] as const;
const LOOK_LINES = 50;

const countOf = (line: string, separator: string): number => line.split(separator).length - 1;

const linesOf = (text: string): string[] =>
  text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter(line => line.trim() !== '')
    .slice(0, LOOK_LINES);

/** The one that most lines have equally often; a comma when none has any. */
export const findSeparator = (text: string): Separator => {
  const lines = linesOf(text);
  let best: Separator = ',';
  let bestAgreeing = 0;
  for (const separator of candidates) {
    const counts = lines.map(line => countOf(line, separator)).filter(count => count > 0);
    const agreeing = Math.max(0, ...[...new Set(counts)].map(one => counts.filter(count => count === one).length));
    if (agreeing <= bestAgreeing) continue;
    best = separator;
    bestAgreeing = agreeing;
  }
  return best;
};

/** Of pasted text: blanks part cells where nothing else does and each line begins with a whole number (138 0013 8000 does not). */
export const findPastedSeparator = (text: string): Separator => {
  const lines = linesOf(text);
  if (lines.some(line => candidates.some(separator => line.includes(separator)))) return findSeparator(text);
  const split = lines.filter(line => /\S\s+\S/.test(line));
  const isParted = split.length > 0 && split.every(line => normalisePhone(line.trim().split(/\s+/)[0]!).ok);
  return isParted ? ' ' : ',';
};

const PHONE_LIST = /[\s,，、;；]+/;
/** A text that is nothing but numbers, however they are parted: one a row. Null when it is anything else. */
export const phonesAlone = (text: string): string[] | null => {
  const words = text.split(PHONE_LIST).filter(word => word !== '');
  return words.length > 0 && words.every(word => normalisePhone(word).ok) ? words : null;
};
