import { type Day, dayOf, partsOf } from '../../events/calendar.ts';
import { numeralValue } from '../numerals.ts';
import type { Groups, Meaning, Rule } from './token.ts';

/**
 * Days of the lunar new year: 大年初八, 正月十五, 除夕. Other days of the moon are no days of this calendar. Its first day of each
 * year from the Hong Kong Observatory's conversion table (Gregorian-Lunar Calendar Conversion Table,
 * https://www.hko.gov.hk/en/gts/time/conversion.htm); a year that is not listed is not guessed.
 */
const newYears: readonly Day[] = [
  '2026-02-17',
  '2027-02-06',
  '2028-01-26',
  '2029-02-13',
  '2030-02-03',
  '2031-01-23',
  '2032-02-11',
].map(dayOf);

/** Every first month has so many days; only some have one more. */
const SURE_DAYS = 29;
const FIFTEENTH = 15;

/** The next such day, or that of the year that was named; before and behind the table nothing is known of it. */
const nextOf = (date: number, year: string | undefined, today: Day): Meaning => {
  const now = partsOf(today).year;
  const ofYear = now + (year === '明' ? 1 : 0);
  const days = now < partsOf(newYears[0]!).year ? [] : newYears.map(first => first + date - 1);
  const day = days.find(one => (year === undefined ? one >= today : partsOf(one).year === ofYear));
  return day === undefined ? { kind: 'lunar' } : { kind: 'days', spans: [{ from: day, to: day }] };
};

const ofFirstMonth = ({ year, first, date = '' }: Groups, today: Day): Meaning => {
  const count = first === undefined ? (numeralValue(date.replace('廿', '二十')) ?? Number.NaN) : numeralValue(first)!;
  return count >= 1 && count <= SURE_DAYS ? nextOf(count, year, today) : { kind: 'lunar' };
};

const year = '(?:(?<year>[今明])年)?(?:农历|阴历|旧历)?的?';
/** Of 今年, 二零二七年 and 三年 it is the end of another word. */
const bareYear = '(?<![今明去后前每几半当那同翌来完学\\d〇零一二两三四五六七八九十])年';
const tenth = '[一二三四五六七八九十]';

export const lunarRules: readonly Rule[] = [
  // 「明年初三」 is a year of school.
  {
    pattern: new RegExp(
      `${year}(?:大年|新年|正月|${bareYear})里?初(?<first>${tenth})(?![一二三四五六七八九个百千万点时次块元位人月年])`,
      'y',
    ),
    means: ofFirstMonth,
  },
  {
    pattern: new RegExp(`${year}正月里?(?<date>(?:二?十|廿)${tenth}?|三十|\\d{1,2})[号日]?`, 'y'),
    means: ofFirstMonth,
  },
  { pattern: new RegExp(`${year}元宵节?`, 'y'), means: (said, today) => nextOf(FIFTEENTH, said.year, today) },
  {
    // Of which year 「明年除夕」 is the end nobody knows.
    pattern: new RegExp(`${year}(?:(?:大年|${bareYear})三十(?![一二三四五六七八九个百千万块])|除夕夜?|大年夜)`, 'y'),
    means: ({ year }, today) => (year === '明' ? { kind: 'lunar' } : nextOf(0, undefined, today)),
  },
];
