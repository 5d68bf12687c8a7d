/**
 * Answers that a recogniser wrote otherwise: 「周溜上午」 where a day is asked for. The sentence is read again as it may have been
 * said, and that reading counts only where it reads more of it than what is written.
 */
import type { Accepts } from '../../plan/plan.ts';
import { type Answer, answerIn } from '../answers.ts';
import { saysOnlyIt } from '../beside.ts';
import type { Asked } from '../when/when.ts';
import { digitsRespelt } from './digits.ts';
import { type OptionSounds, optionsRespelt } from './options.ts';
import { respelt } from './respell.ts';
import { figureSpeech, timeSpeech } from './speech.ts';

/** An answer, and the sentence as it was read: characters stand where they stood. */
interface AnswerHeard {
  readonly answer: Answer;
  readonly text: string;
}

interface Said {
  readonly text: string;
  /** One a character; none where the rim made none. */
  readonly syllables: readonly string[];
  readonly asked: Asked | null;
}

/** Longest sentence that is read again, in characters. */
const LONGEST = 80;
/** Digits of a number that none within a city has. */
const WHOLE_PHONE = 10;

/** What a sentence answers, as it is written or as it sounds. */
export const answerHeard = (accepts: Accepts, said: Said, options: OptionSounds): AnswerHeard | null => {
  const { text, asked } = said;
  const written = answerIn(accepts, text, asked);
  if (written && isWhole(accepts, written)) return { answer: written, text };
  const other = readAgain(accepts, said, options);
  const answer = other === null ? null : answerIn(accepts, other, asked);
  if (answer && (written === null ? isLong(accepts, answer) : readsMore(accepts, answer, written)))
    return { answer, text: other! };
  return written && { answer: written, text };
};

/** What is written explains all that was said, or there is nothing more of its kind to be said. */
const isWhole = (accepts: Accepts, { value, beside }: Answer): boolean => {
  switch (accepts.type) {
    case 'text':
    case 'choice':
      return true;
    case 'phone':
      return value.length >= WHOLE_PHONE;
    case 'keys':
      return false;
    default:
      return saysOnlyIt(accepts, beside);
  }
};

const readAgain = (accepts: Accepts, { text, syllables }: Said, options: OptionSounds): string | null => {
  const chars = [...text];
  if (chars.length !== syllables.length || chars.length > LONGEST) return null;
  switch (accepts.type) {
    case 'date':
      return respelt(timeSpeech, chars, syllables);
    case 'number':
    case 'amount':
      // 「三石一厅」 are rooms.
      return text.includes('厅') ? null : respelt(figureSpeech, chars, syllables);
    case 'phone':
    case 'keys':
      return digitsRespelt(chars, syllables);
    case 'choice':
      return optionsRespelt(accepts.options, options, chars, syllables);
    case 'text':
      return null;
  }
};

/** A number of a phone is heard by ear only where it is one of the whole country. */
const isLong = ({ type }: Accepts, { value }: Answer): boolean => type !== 'phone' || value.length >= WHOLE_PHONE;

const readsMore = (accepts: Accepts, heard: Answer, written: Answer): boolean => {
  switch (accepts.type) {
    case 'date':
      return heard.beside.length < written.beside.length && isOf(heard, written);
    case 'number':
    case 'amount':
      return heard.matched.length > written.matched.length;
    default:
      return isLong(accepts, heard) && heard.value.length > written.value.length;
  }
};

/** More of the same words (十五号 of 五号), else no other day: the Wednesday of the week that was understood. */
const isOf = ({ when, matched }: Answer, written: Answer): boolean => {
  if (matched.includes(written.matched)) return true;
  const days = written.when?.days ?? [];
  if (days.length === 0 || when === undefined) return true;
  return when.days.every(({ from, to }) => days.some(one => one.from <= from && to <= one.to));
};
