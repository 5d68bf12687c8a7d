import { maskPhone } from './phone.ts';

/**
 * Numbers in what was said or written: figures, full-width ones, and figures as they are spoken in Chinese (幺 is one on the
 * telephone, 洞, 拐, 勾 are zero, seven, nine on the radio), however they are parted. Masked, the text keeps its length and
 * all that is no figure, and a number its first three and last four, as `maskPhone` has it.
 */

const FIGURES = '0-9０-９零〇○一二三四五六七八九幺洞拐勾';
/** Blanks, dashes, marks, and what people say while they think of the next figures. */
const BETWEEN = '[\\s\\0\\-‐-―−.,，、。·…_/()（）嗯呃啊哦]{0,3}';
/** As few as a local number has (an area code is often left unsaid). */
const LEAST_FIGURES = 7;
const run = new RegExp(`[${FIGURES}](?:${BETWEEN}[${FIGURES}]){${LEAST_FIGURES - 1},}`, 'g');
const figure = new RegExp(`[${FIGURES}]`, 'g');

const ADDRESS = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;
const DATE = /^(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?:[ T]\d{1,2})?$/;
/** 1,000,000.00: nobody parts a number so. */
const SUM = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,4})?$/;
const isOther = (text: string): boolean => ADDRESS.test(text) || DATE.test(text) || SUM.test(text);

/** First and last figures that stay of so many. */
const shownOf = (figures: number): readonly [number, number] => (figures < 8 ? [0, 2] : [3, 4]);

const maskRun = (text: string): string => {
  if (isOther(text)) return text;
  const figures = text.match(figure)?.length ?? 0;
  const [first, last] = shownOf(figures);
  let at = 0;
  return text.replace(figure, one => {
    at += 1;
    return at > first && at <= figures - last ? '*' : one;
  });
};

/** A text for who sees no whole numbers. IP addresses, dates and sums of money are none. */
export const maskNumbers = (text: string): string => text.replace(run, maskRun);

/** A part of a number may be in it: who sees no whole numbers would guess the hidden figures by seeking such texts. */
export const mayTellNumber = (text: string): boolean => new RegExp(`[${FIGURES}]${BETWEEN}[${FIGURES}]`).test(text);

/** So short a number is in too many words to be looked for. */
const LEAST_NAMED = 5;

/**
 * What a carrier says beside a status, for who sees no whole numbers: it may name whom it is about (`phone`), and anybody
 * else.
 */
export const maskReason = (reason: string, phone: string): string =>
  maskNumbers(phone.length < LEAST_NAMED ? reason : reason.replaceAll(phone, maskPhone(phone)));

/** No text holds it: PostgreSQL stores none. */
const LINE_END = '\0';

/** Sentences of one speaker, in order: a number that is said in three goes is one number. */
export const maskLines = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : maskNumbers(lines.join(LINE_END)).split(LINE_END);

const piece = new RegExp(`^[\\s，。,.]*[${FIGURES}](?:${BETWEEN}[${FIGURES}]){2,}[\\s，。,.]*$`);

/** A sentence as it is said, when what comes next is not known: figures alone may be a piece of a number. */
export const maskLive = (text: string): string => (piece.test(text) ? text.replace(figure, '*') : maskNumbers(text));
