import { type Day, dayFrom, lastDayOf, mondayOf, partsOf } from '../../events/calendar.ts';
import { numeralValue } from '../numerals.ts';
import { lunarRules } from './lunar-words.ts';
import { figure, type Groups, type Meaning, type Rule, type Span } from './token.ts';

/**
 * Days as they are said, against the day of the call: 后儿个, 下下周三, 周六周日, 下个月五号, 三四号, 月底, 国庆, 三天后. A bare
 * weekday is the next one after today, a bare date the next from today on; what is over stays what it is, for 上周三 is said
 * to be told from this one.
 */
const week = '(?:周|星期|礼拜|(?<![礼拜年祭结崇朝参叩])拜(?=[一二三四五六日](?:[上下中早晚，,\\s吧号]|$)))';
const weekdays: Readonly<Record<string, number>> = { 一: 0, 二: 1, 三: 2, 四: 3, 五: 4, 六: 5, 日: 6, 天: 6 };
const relatives: Readonly<Record<string, number>> = {
  大前: -3,
  前: -2,
  昨: -1,
  琴: -1,
  今: 0,
  明: 1,
  听: 1,
  后: 2,
  大后: 3,
  外后: 3,
  大大后: 4,
};
/** 三号楼, 五号线 and their kind are no days. */
const noPlace = '(?!人|楼|线|门|店|机|院|厅|桌|房|码|柜|馆|车|库|仓|厂|技师|客服|选手|窗|地块|球|电池|油)';

/** A figure behind a weekday that counts something is no second one: 周一三点, 周二四位, 周三四五点. */
const noCount = '(?![一二三四五六]?[点时]|[号月个十刻分百千万人位年次岁楼天七八九两零：:])';
/** 周三四, 周二四六, 周六日; nothing comes after a Sunday, so that 周日三 is none. */
const rising = `(?:(?<=一)二|(?<=[一二])三|(?<=[一二三])四|(?<=[一二三四])五|(?<=[一二三四五])六|(?<=六)(?:日|天(?![气黑])))${noCount}`;

/** Holidays that are the same day of every year. */
const holidays: Readonly<Record<string, readonly [month: number, date: number]>> = {
  元旦: [1, 1],
  情人节: [2, 14],
  妇女节: [3, 8],
  五一: [5, 1],
  劳动节: [5, 1],
  儿童节: [6, 1],
  国庆: [10, 1],
  平安夜: [12, 24],
  圣诞: [12, 25],
};

/** Parts of a month, from date to date. */
const partsOfMonth: Readonly<Record<string, readonly [number, number]>> = {
  初: [1, 5],
  头: [1, 5],
  上旬: [1, 10],
  中: [11, 20],
  中旬: [11, 20],
  下旬: [21, 31],
  底: [25, 31],
  尾: [25, 31],
  末: [25, 31],
};

const MONTHS = 12;
/** Who asks for a day further away says its date. */
const MOST_DAYS_LATER = 400;

const figureOf = (text: string | undefined): number => numeralValue(text ?? '') ?? Number.NaN;
const daysOf = (spans: readonly Span[]): Meaning => ({ kind: 'days', spans });
/** There is no such day: its 三十号 is none either. */
const noDay: Meaning = { kind: 'lunar' };

const oneDay = (day: Day | null): Meaning | null => (day === null ? null : daysOf([{ from: day, to: day }]));

/** So many weeks or months ahead: 下下个 2, 这个 and nothing 0, 上 -1. */
const aheadOf = (prefix = ''): number => {
  const steps = prefix.replace(/[一个]/g, '').length;
  if (prefix.startsWith('上')) return -steps;
  return prefix.startsWith('下') ? steps : 0;
};

/** The coming Saturday and Sunday; within one, what is left of it. */
const weekend = (prefix: string | undefined, today: Day): Span => {
  const saturday = mondayOf(today) + weekdays.六! + 7 * aheadOf(prefix);
  return {
    from: aheadOf(prefix) === 0 ? Math.max(saturday, Math.min(today, saturday + 1)) : saturday,
    to: saturday + 1,
  };
};

const weekdaysSaid = ({ prefix, first = '', others = '' }: Groups, today: Day): Meaning => {
  const monday = mondayOf(today);
  const dayNamed = (char: string): Day => {
    const day = monday + weekdays[char]!;
    if (prefix !== undefined) return day + 7 * aheadOf(prefix);
    return day > today ? day : day + 7;
  };
  const named = [...first, ...others].filter(char => char in weekdays || char === '末');
  return daysOf(
    named.map(char => {
      if (char === '末') return weekend(prefix, today);
      const day = dayNamed(char);
      return { from: day, to: day };
    }),
  );
};

const wholeWeek = ({ prefix }: Groups, today: Day): Meaning => {
  const monday = mondayOf(today) + 7 * aheadOf(prefix);
  return daysOf([{ from: aheadOf(prefix) === 0 ? today : monday, to: monday + 6 }]);
};

const wholeMonth = ({ prefix }: Groups, today: Day): Meaning => {
  const { year, month } = partsOf(today);
  const wanted = month + aheadOf(prefix);
  return daysOf([{ from: Math.max(today, dayFrom(year, wanted, 1)!), to: lastDayOf(year, wanted) }]);
};

/** The next such date from today on. */
const nextDate = (date: number, today: Day): Day | null => {
  const { year, month } = partsOf(today);
  const coming = [0, 1, 2].map(ahead => dayFrom(year, month + ahead, date));
  return coming.find(day => day !== null && day >= today) ?? null;
};

/** The same of a month. */
const nextOfMonth = (month: number, date: number, today: Day): Day | null => {
  if (!(month >= 1 && month <= MONTHS)) return null;
  const { year } = partsOf(today);
  const ofYear = dayFrom(year, month, date);
  return ofYear !== null && ofYear >= today ? ofYear : dayFrom(year + 1, month, date);
};

/** 三四号 are two days, 十三四号 too; 二十 is one. */
const datesOf = (text: string): readonly number[] => {
  const [, tens, row = ''] = /^(十|二十|廿)?([一二三四五六七八九]{2,5})$/.exec(text) ?? [];
  const units = [...row].map(figureOf);
  const isRow = units.length > 1 && units.every((unit, n) => n === 0 || unit === units[n - 1]! + 1);
  return isRow ? units.map(unit => unit + (tens === undefined ? 0 : figureOf(tens))) : [figureOf(text)];
};

/** 三号, 三四号, 25、26号. */
const dates = ({ date = '', more = '' }: Groups, today: Day): Meaning | null => {
  const before = more.split(/[、和跟，,]/).filter(Boolean);
  const found = [...new Set([...before, date].flatMap(datesOf))].map(one => nextDate(one, today));
  return found.every(day => day !== null) ? daysOf(found.map(day => ({ from: day, to: day }))) : null;
};

/** 二十六, without its 号. */
export const dateNamed = (date: string, today: Day): Meaning | null => dates({ date }, today);

const yearOf = (text: string): number => {
  const written = [...text].map(char => (/\d/.test(char) ? char : String(figureOf(char)))).join('');
  return Number(written) + (written.length === 2 ? 2_000 : 0);
};

const monthAndDate = ({ year, month, date = '' }: Groups, today: Day): Meaning => {
  const ofMonth = figureOf(month);
  if (year !== undefined) {
    const day = ofMonth <= MONTHS ? dayFrom(yearOf(year), ofMonth, figureOf(date)) : null;
    return oneDay(day) ?? noDay;
  }
  const found = datesOf(date).map(one => nextOfMonth(ofMonth, one, today));
  return found.every(day => day !== null) ? daysOf(found.map(day => ({ from: day, to: day }))) : noDay;
};

const dateOfMonthAhead = ({ prefix, date }: Groups, today: Day): Meaning => {
  const { year, month } = partsOf(today);
  return oneDay(dayFrom(year, month + aheadOf(prefix), figureOf(date))) ?? noDay;
};

const partOfMonth = ({ prefix, month, part = '' }: Groups, today: Day): Meaning | null => {
  const now = partsOf(today);
  const wanted = month === undefined ? now.month + aheadOf(prefix) : figureOf(month);
  if (month !== undefined && !(wanted >= 1 && wanted <= MONTHS)) return null;
  const [first, last] = partsOfMonth[part]!;
  const spanOf = (at: number): Span => {
    const end = lastDayOf(now.year, at);
    return { from: dayFrom(now.year, at, first)!, to: dayFrom(now.year, at, last) ?? end };
  };
  // What is over is said of the next one: 月初 on the 24th.
  const span = spanOf(wanted).to < today ? spanOf(wanted + (month === undefined ? 1 : MONTHS)) : spanOf(wanted);
  return daysOf([{ from: Math.max(today, span.from), to: span.to }]);
};

const daysLater = ({ count, unit = '' }: Groups, today: Day): Meaning | null => {
  const all = figureOf(count) * (unit === '天' ? 1 : 7);
  return all >= 1 && all <= MOST_DAYS_LATER ? oneDay(today + all) : null;
};

const monthParts = '上旬|中旬|下旬|初|头|中|底|末|尾';
const sticky = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'y');
/** 上个, 下下, 这个, 本. */
const ahead = '(?<prefix>(?:上|下){1,3}一?个?|这一?个?|本)';

/** The first that fits holds. */
export const dayRules: readonly Rule[] = [
  ...lunarRules,
  // Days of the moon are no days of this calendar.
  {
    pattern: sticky(
      `(?:农历|阴历|旧历)(?:${figure}月|[正腊冬]月)?(?:初|廿)?${figure}?[号日]?|[正腊冬]月(?:初|廿)?${figure}`,
    ),
    means: () => ({ kind: 'lunar' }),
  },
  {
    pattern: /(?<![说声证表聪文透发鲜])(?<first>今明|明后)(?:两|这两)?天/y,
    means: ({ first }, today) =>
      daysOf([0, 1].map(n => today + n + (first === '明后' ? 1 : 0)).map(day => ({ from: day, to: day }))),
  },
  {
    pattern:
      /(?<![说声证表聪文透发鲜然之最]|(?<!所)以)(?<word>大前|前|昨|今|明|大大后|大后|外后|后)(?:天|儿个|儿|日(?!头)|朝|(?=早|晚|夜|黑))/y,
    means: ({ word = '今' }, today) => oneDay(today + relatives[word]!),
  },
  {
    pattern: sticky(
      `${ahead}?${week}(?<first>[一二三四五六日天末])`,
      `(?<others>(?:(?:[和跟、及与]|或者?)[一二三四五六日天]${noCount}|${rising})*)`,
    ),
    means: weekdaysSaid,
  },
  { pattern: sticky(`${ahead}${week}(?!围)`), means: wholeWeek },
  // Cantonese: tomorrow, yesterday; 听晚 is tomorrow evening, 听晚会 is none.
  {
    pattern:
      /(?<word>听|琴)日|(?<![好打倾收探聆旁没不想去学弹练拉钢提])(?<half>听|琴)(?=朝(?![天阳])|晚(?![上会间饭]))/y,
    means: ({ word, half }, today) => oneDay(today + relatives[word ?? half ?? '听']!),
  },
  { pattern: /双休日?/y, means: (_, today) => daysOf([weekend(undefined, today)]) },
  { pattern: sticky(`${ahead}?月的?月?(?<part>${monthParts})`), means: partOfMonth },
  { pattern: sticky(`(?<month>${figure})月份?的?(?<part>${monthParts})`), means: partOfMonth },
  { pattern: sticky(`${ahead}月的?(?<date>${figure})[号日]?${noPlace}`), means: dateOfMonthAhead },
  { pattern: sticky(`${ahead}月`), means: wholeMonth },
  {
    pattern: sticky(
      `(?:(?<year>\\d{2,4}|[〇零一二三四五六七八九]{2,4})年)?(?<month>${figure})月份?的?(?<date>${figure})[号日]?${noPlace}`,
    ),
    means: monthAndDate,
  },
  { pattern: /(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<date>\d{1,2})(?!\d)/y, means: monthAndDate },
  { pattern: sticky(`(?<more>(?:${figure}[、和跟，,]){0,4})(?<date>${figure})号${noPlace}`), means: dates },
  { pattern: sticky(`再?过?(?<count>${figure})个?(?<unit>天|周|星期|礼拜)(?:之后|以后|后)`), means: daysLater },
  {
    pattern: sticky(`(?<name>${Object.keys(holidays).join('|')})节?`),
    means: ({ name = '' }, today) => oneDay(nextOfMonth(...holidays[name]!, today)),
  },
];
