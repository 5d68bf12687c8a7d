import type { Question } from './question.ts';

/*
 * A question beside the robot's words: T.140 lets a string of at most 256 bytes stand in the text between SOS and ST, which
 * nobody is shown (T.140 §8.2); a longer one goes in several.
 */
const SOS = '\u0098';
const ST = '\u009c';
/** Of at most four bytes each, behind two marks. */
const CHARACTERS_A_STRING = 63;
/** It begins a question or goes on with one; more of it follows, or this was all. */
const FIRST = '^';
const NEXT = '~';
const MORE = '+';
const LAST = '.';
/** What is longer was never a question. */
const MOST_CHARACTERS = 8_000;

export const questionText = (question: Question): string => {
  const chars = [...JSON.stringify(question)];
  let text = '';
  for (let at = 0; at < chars.length; at += CHARACTERS_A_STRING) {
    const part = chars.slice(at, at + CHARACTERS_A_STRING).join('');
    text += SOS + (at === 0 ? FIRST : NEXT) + (at + CHARACTERS_A_STRING < chars.length ? MORE : LAST) + part + ST;
  }
  return text;
};

/** Reads questions out of real-time text as it arrives, in whatever pieces; what was lost on the way is no question. */
export const createQuestionReader = (): ((text: string) => readonly Question[]) => {
  /** Of a string that has begun; null outside of one. */
  let open: string | null = null;
  let whole = '';

  const close = (string: string): readonly Question[] => {
    whole = ((string[0] === FIRST ? '' : whole) + string.slice(2)).slice(0, MOST_CHARACTERS);
    const question = string[1] === LAST ? questionIn(whole) : null;
    return question === null ? [] : [question];
  };

  return text => {
    const found: Question[] = [];
    for (const char of text) {
      if (char === SOS) open = '';
      else if (char === ST) {
        if (open !== null) found.push(...close(open));
        open = null;
      } else if (open !== null && open.length < MOST_CHARACTERS) open += char;
    }
    return found;
  };
};

const questionIn = (json: string): Question | null => {
  try {
    const read: unknown = JSON.parse(json);
    return isQuestion(read) ? read : null;
  } catch {
    return null;
  }
};

type Read = Readonly<Record<string, unknown>>;
const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Read => typeof value === 'object' && value !== null;
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const areAll = (value: unknown, is: (item: Read) => boolean): boolean =>
  Array.isArray(value) && value.every(item => isRecord(item) && is(item));

const isQuestion = (value: unknown): value is Question =>
  isRecord(value) &&
  [value.node, value.plan, value.about].every(isText) &&
  (value.day === null || isText(value.day)) &&
  isRecord(value.wants) &&
  isWanted(value.wants) &&
  areAll(
    value.ways,
    ({ exit, means, words }) => isText(exit) && (means === null || isText(means)) && areTexts(words),
  ) &&
  areAll(value.mayAsk, ({ item, words }) => isText(item) && isText(words));

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBound = (value: unknown): boolean => value === undefined || isNumber(value);

const areDateBounds = ({ closed, daysAhead, notToday, hours, sentence }: Read): boolean =>
  (closed === undefined || (Array.isArray(closed) && closed.every(isNumber))) &&
  isBound(daysAhead) &&
  (notToday === undefined || typeof notToday === 'boolean') &&
  (hours === undefined || (isRecord(hours) && isNumber(hours.from) && isNumber(hours.to))) &&
  isText(sentence);

const isWanted = (wants: Read): boolean => {
  switch (wants.type) {
    case 'reply':
    case 'nothing':
    case 'text':
    case 'phone':
      return true;
    case 'date':
      return wants.within === undefined || (isRecord(wants.within) && areDateBounds(wants.within));
    case 'number':
    case 'amount':
      return isBound(wants.min) && isBound(wants.max);
    case 'keys':
      return isNumber(wants.min) && isNumber(wants.max) && (wants.end === null || isText(wants.end));
    case 'choice':
      return areAll(wants.options, ({ value, words }) => isText(value) && areTexts(words));
    default:
      return false;
  }
};
