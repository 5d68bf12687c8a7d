/** Rows of digits by ear: 「一三酒二八四零六六七五」 is 「一三九二八四零六六七五」. */
import { fuzzySyllable } from '../../recognition/sounds.ts';
import type { Chars } from './respell.ts';
import { digitSounds } from './speech.ts';

const digit = /[\d零〇一幺二两三四五六七八九]/;
const mark = /[\s，、,.。；;-]/;
/** 是 parts two numbers, 上午 is none. */
const noDigit = /[十百千万亿点号上下午年月日时是事]/;
/** What stands around a 幺 that was written otherwise. */
const mobile = /^[^不别只]?[3-9三四五六七八九]$/;
/** Who mishears more than every third digit heard none. */
const MOST = 3;

const digitOf = (char: string, syllable: string): string | null => {
  if (syllable === '' || noDigit.test(char)) return null;
  return digitSounds.exact.get(syllable) ?? digitSounds.alike.get(fuzzySyllable(syllable)) ?? null;
};

/** The longest row whose first and last are digits as written, and what is between sounds like one; null: all is written so. */
export const digitsRespelt = (chars: Chars, syllables: Chars): string | null => {
  const read = chars.map((char, at) => (digit.test(char) || mark.test(char) ? char : digitOf(char, syllables[at]!)));
  let best: { readonly start: number; readonly end: number; readonly others: number } | null = null;
  for (let at = 0; at < chars.length; at++) {
    if (read[at] === null) continue;
    const start = at;
    while (at < chars.length && read[at] !== null) at += 1;
    const row = trimmed(chars, syllables, start, at);
    if (
      row.others > 0 &&
      row.others * MOST <= row.end - row.start &&
      (!best || row.end - row.start > best.end - best.start)
    )
      best = row;
  }
  if (best === null) return null;
  const { start, end } = best;
  return chars.map((char, at) => (at < start || at >= end ? char : read[at]!)).join('');
};

/** At its ends nothing is read but the 一 of a mobile number: 「药三八…」, and 吧 ends a sentence. */
const trimmed = (chars: Chars, syllables: Chars, from: number, to: number) => {
  let [start, end] = [from, to];
  while (start < end && !digit.test(chars[start]!)) start += 1;
  while (end > start && !digit.test(chars[end - 1]!)) end -= 1;
  if (
    start > from &&
    /^y(?:ao|i)$/.test(syllables[start - 1]!) &&
    mobile.test(`${chars[start - 2] ?? ''}${chars[start]}`)
  )
    start -= 1;
  const others = chars.slice(start, end).filter(char => !digit.test(char) && !mark.test(char)).length;
  return { start, end, others };
};
