import type { Understood } from '../events/events.ts';
import type { When } from '../events/when.ts';
import type { DateBounds } from '../plan/dates.ts';
import type { Accepts } from '../plan/plan.ts';
import { isBackchannel, tidy } from '../recognition/lexicon.ts';
import { type Amount, amountIn } from './amounts.ts';
import { withoutLast } from './beside.ts';
import { chosen } from './choices.ts';
import { spokenPhone } from './figures.ts';
import { spokenDigits } from './numerals.ts';
import { type Asked, SOME_DAY, type SpokenWhen, whenIn } from './when/when.ts';
import { within } from './when/within.ts';

export interface Answer {
  readonly value: string;
  readonly by: Understood['by'];
  readonly matched: string;
  /** Of a date: what the words mean, by the calendar of the merchant. */
  readonly when?: When;
  /** It names nothing that the node takes. */
  readonly isOutside?: true;
  /** What else was said. */
  readonly beside: string;
}

/** Longest text kept as an answer, in characters. */
const LONGEST_ANSWER = 200;

/** What a sentence answers to a collect node; null when it answers nothing of the kind. `asked`: null where no day is known. */
export const answerIn = (accepts: Accepts, text: string, asked: Asked | null): Answer | null => {
  switch (accepts.type) {
    case 'text':
      return isBackchannel(text) ? null : heardText(text);
    case 'number':
      return figureIn(text, accepts, 'number');
    case 'date': {
      const spoken = whenIn(clausesOf(text), asked ?? SOME_DAY);
      return spoken && whenAnswer(spoken, accepts.within, asked);
    }
    case 'phone': {
      const phone = spokenPhone(tidy(text));
      return phone === null ? null : { value: phone, by: 'phone', matched: phone, beside: withoutDigits(text) };
    }
    case 'amount':
      return figureIn(text, accepts, 'amount');
    case 'choice': {
      const one = chosen(accepts.options, text);
      return one && { ...one, by: 'choice' };
    }
    case 'keys': {
      const digits = spokenDigits(tidy(text));
      const fits = digits.length >= accepts.min && digits.length <= accepts.max;
      return fits ? { value: digits, by: 'number', matched: digits, beside: withoutDigits(text) } : null;
    }
  }
};

/** Where no day is known nothing is bounded. */
const whenAnswer = (spoken: SpokenWhen, bounds: DateBounds | undefined, asked: Asked | null): Answer => {
  const inside = bounds && asked ? within(bounds, spoken, asked) : spoken;
  const { words, heard, beside, ...when } = inside ?? spoken;
  const answer = { value: `${words.days}${words.hours}`, by: 'date', matched: heard, beside } as const;
  if (asked === null) return answer;
  return inside ? { ...answer, when } : { ...answer, when, isOutside: true };
};

/** Half-width, lower case; a blank that a recogniser left is a comma. */
const clausesOf = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, '，');

const figureIn = (text: string, bounds: Bounds, by: 'number' | 'amount'): Answer | null => {
  const said = clausesOf(text);
  const amount = amountIn(said, by === 'amount');
  if (!amount || !withinBounds(amount, bounds)) return null;
  return { value: written(amount), by, matched: amount.heard, beside: withoutLast(said, amount.heard) };
};

const withoutDigits = (text: string): string => tidy(text).replace(/[\d零〇一幺二两三四五六七八九]/g, '');

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

const withinBounds = ({ from, to }: Amount, { min = -Infinity, max = Infinity }: Bounds) => from >= min && to <= max;

/** 5, 200-300, 5%. */
const written = ({ from, to, isPercent }: Amount): string =>
  `${from === to ? from : `${from}-${to}`}${isPercent ? '%' : ''}`;

const heardText = (text: string): Answer | null => {
  const value = text.trim().slice(0, LONGEST_ANSWER);
  return /[\p{L}\p{N}]/u.test(value) ? { value, by: 'text', matched: value, beside: '' } : null;
};
