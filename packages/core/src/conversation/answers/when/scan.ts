import type { Day } from '../../events/calendar.ts';
import { clockRules, partRules, shortPartRules } from './clock-words.ts';
import { dateNamed, dayRules } from './day-words.ts';
import { figure, type Rule, type Token } from './token.ts';

const rules: readonly Rule[] = [...partRules, ...dayRules, ...clockRules];
const rulesAfterDay: readonly Rule[] = [...partRules, ...shortPartRules, ...dayRules, ...clockRules];

const digit = /[\d〇零一二两三四五六七八九十百千万]/;
/** 「a bit」, unless a word of time stands before it or what makes it an hour behind it. */
const oneHour = /^[一1]点$/;
/** Characters between a word of time and its hour: 下午的一点. */
const NEAR = 1;
const makesHour = /^(?:钟|左右|多|前|后|到|以|之)/;

/** All words of time of a text in its order, each rule tried once a character. */
export const scan = (text: string, today: Day): readonly Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const before = tokens.at(-1);
    const follows = before?.end === at;
    // A figure is read whole: the 三 of 十三 begins nothing.
    const isWithin = !follows && digit.test(text[at]!) && digit.test(text[at - 1] ?? '');
    const found = isWithin ? null : wordAt(text, at, today, follows && before.kind === 'days');
    const isBit = found && oneHour.test(text.slice(at, found.end)) && !makesHour.test(text.slice(found.end));
    const isNear = before !== undefined && at - before.end <= NEAR;
    if (found && (isNear || !isBit)) tokens.push(found);
    at = found ? found.end : at + 1;
  }
  return tokens;
};

const wordAt = (text: string, at: number, today: Day, afterDay: boolean): Token | null => {
  for (const { pattern, means } of afterDay ? rulesAfterDay : rules) {
    pattern.lastIndex = at;
    const said = pattern.exec(text);
    const meaning = said && means(said.groups ?? {}, today);
    if (said && meaning) return { ...meaning, start: at, end: at + said[0].length };
  }
  return null;
};

/** What one says around a date that is all one says: 「二十六二十七都行」 where a day was asked for. */
const around =
  '(?:嗯|那|就|啊|呃|额|在|选|定|要|，|,|吧|好|的|了|都|也|行|可以|没问题|这两天|这几天|或者?|和|、|还是)*';
const bare = new RegExp(`^${around}(?:${figure}${around}){1,4}$`);
const eachDate = /二十[一二三四五六七八九]|三十一|三十|二十|十[一二三四五六七八九]|[一二三四五六七八九十]|\d{1,2}/g;

/** Dates without their 号, of a sentence that says nothing else. */
export const bareDates = (text: string, today: Day): readonly Token[] =>
  bare.test(text)
    ? [...text.matchAll(eachDate)].flatMap(({ 0: said, index }) => {
        const meaning = dateNamed(said, today);
        return meaning === null ? [] : [{ ...meaning, start: index, end: index + said.length }];
      })
    : [];
