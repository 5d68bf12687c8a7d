import type { Understood } from '../events/events.ts';
import type { When } from '../events/when.ts';
import type { Accepts } from '../plan/plan.ts';
import { isBackchannel, tidy } from '../recognition/lexicon.ts';
import { type Amount, amountIn } from './amounts.ts';
import { spokenPhone } from './figures.ts';
import { spokenDigits } from './numerals.ts';
import { type Asked, whenIn } from './when/when.ts';

interface Answer {
  readonly value: string;
  readonly by: Understood['by'];
  readonly matched: string;
  /** Of a date: what the words mean, by the calendar of the merchant. */
  readonly when?: When;
}

/** Longest text kept as an answer, in characters. */
const LONGEST_ANSWER = 200;

/** Of a talk that was kept before it told its day: words are read all the same, and no day is kept beside them. */
const SOME_DAY: Asked = { date: '2000-01-03', minute: 0 };

/** What a sentence answers to a collect node; null when it answers nothing of the kind. `asked`: null where no day is known. */
export const answerIn = (accepts: Accepts, text: string, asked: Asked | null): Answer | null => {
  switch (accepts.type) {
    case 'text':
      return isBackchannel(text) ? null : heardText(text);
    case 'number': {
      const amount = amountIn(clausesOf(text), false);
      return amount && withinBounds(amount, accepts)
        ? { value: written(amount), by: 'number', matched: amount.heard }
        : null;
    }
    case 'date': {
      const spoken = whenIn(clausesOf(text), asked ?? SOME_DAY);
      if (spoken === null) return null;
      const { words, heard, ...when } = spoken;
      return { value: words, by: 'date', matched: heard, ...(asked !== null && { when }) };
    }
    case 'phone': {
      const phone = spokenPhone(tidy(text));
      return phone === null ? null : { value: phone, by: 'phone', matched: phone };
    }
    case 'amount': {
      const amount = amountIn(clausesOf(text), true);
      return amount && withinBounds(amount, accepts)
        ? { value: written(amount), by: 'amount', matched: amount.heard }
        : null;
    }
    case 'choice':
      return chosen(accepts.options, tidy(text));
    case 'keys': {
      const digits = spokenDigits(tidy(text));
      const fits = digits.length >= accepts.min && digits.length <= accepts.max;
      return fits ? { value: digits, by: 'number', matched: digits } : null;
    }
  }
};

/** Half-width, lower case; a blank that a recogniser left is a comma. */
const clausesOf = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, '，');

const withinBounds = (
  { from, to }: Amount,
  { min = -Infinity, max = Infinity }: { readonly min?: number; readonly max?: number },
) => from >= min && to <= max;

/** 5, 200-300, 5%. */
const written = ({ from, to, isPercent }: Amount): string =>
  `${from === to ? from : `${from}-${to}`}${isPercent ? '%' : ''}`;

const heardText = (text: string): Answer | null => {
  const value = text.trim().slice(0, LONGEST_ANSWER);
  return value === '' ? null : { value, by: 'text', matched: value };
};

/** The longest option word said; among equals the last one, since people correct themselves; never one said after 不是. */
const chosen = (options: Extract<Accepts, { type: 'choice' }>['options'], text: string): Answer | null => {
  let best: (Answer & { readonly length: number; readonly at: number }) | null = null;
  for (const option of options) {
    for (const word of option.words) {
      const plain = tidy(word);
      const at = text.lastIndexOf(plain);
      if (at < 0 || /不是$/.test(text.slice(0, at))) continue;
      const better = !best || plain.length > best.length || (plain.length === best.length && at > best.at);
      if (better) best = { value: option.value, by: 'choice', matched: word, length: plain.length, at };
    }
  }
  return best && { value: best.value, by: best.by, matched: best.matched };
};
