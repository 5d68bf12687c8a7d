import type { Understood } from '../events/events.ts';
import type { Accepts } from '../plan/plan.ts';
import { isBackchannel, tidy } from '../recognition/lexicon.ts';
import { spokenDate } from './dates.ts';
import { spokenAmount, spokenPhone } from './figures.ts';
import { firstNumber, spokenDigits } from './numerals.ts';

interface Answer {
  readonly value: string;
  readonly by: Understood['by'];
  readonly matched: string;
}

/** Longest text kept as an answer, in characters. */
const LONGEST_ANSWER = 200;

/** What a sentence answers to a collect node; null when it answers nothing of the kind. */
export const answerIn = (accepts: Accepts, text: string): Answer | null => {
  switch (accepts.type) {
    case 'text':
      return isBackchannel(text) ? null : heardText(text);
    case 'number': {
      const number = firstNumber(tidy(text));
      if (!number || number.value < (accepts.min ?? -Infinity) || number.value > (accepts.max ?? Infinity)) return null;
      return { value: String(number.value), by: 'number', matched: number.heard };
    }
    case 'date': {
      const date = spokenDate(tidy(text));
      return date && { value: date.value, by: 'date', matched: date.heard };
    }
    case 'phone': {
      const phone = spokenPhone(tidy(text));
      return phone === null ? null : { value: phone, by: 'phone', matched: phone };
    }
    case 'amount': {
      const amount = spokenAmount(tidy(text));
      if (!amount || amount.value < (accepts.min ?? -Infinity) || amount.value > (accepts.max ?? Infinity)) return null;
      return { value: String(amount.value), by: 'amount', matched: amount.heard };
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
