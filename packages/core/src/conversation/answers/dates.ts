import { numeralValue } from './numerals.ts';

/**
 * Days and times as they are said on the phone: 明天, 周六上午, 下周三下午三点半, 十五号. The answer stays in the callee's words
 * where it means a day only they and the caller know; the clock time becomes 24-hour figures when the half of the day is said.
 */
const numeral = '[\\d零〇一二两三四五六七八九十]+';
const day = new RegExp(
  `大后天|后天|明天|今天|明儿|(?:这个?|下下?个?|本)?(?:周|星期|礼拜)[一二三四五六日天末]|${numeral}月${numeral}[号日]|${numeral}[号日]`,
);
const half = /早上|上午|中午|下午|傍晚|晚上/;
const clock = new RegExp(`(${numeral})(?:点钟?|:(?=\\d))(半|一刻|${numeral}分?)?`);

interface SpokenDate {
  readonly value: string;
  readonly heard: string;
}

/** What day or time a text names; null when it names none. */
export const spokenDate = (text: string): SpokenDate | null => {
  const said = { day: day.exec(text)?.[0], half: half.exec(text)?.[0], clock: clock.exec(text) };
  if (!said.day && !said.half && !said.clock) return null;
  const dayWord = said.day?.replace(/星期|礼拜/, '周').replace('周天', '周日');
  const heard = [said.day, said.half, said.clock?.[0]].filter(part => part !== undefined).join('');
  const time = said.clock && clockTime(said.clock, said.half);
  if (time) return { value: [dayWord, time].filter(part => part !== undefined).join(' '), heard };
  return { value: [dayWord, said.half, said.clock?.[0]].filter(part => part !== undefined).join(''), heard };
};

/** 「下午三点半」 → 15:30; null where the half of the day is needed and not said (三点). */
const clockTime = (said: RegExpExecArray, halfOfDay: string | undefined): string | null => {
  const hour = numeralValue(said[1]!);
  const minute = minutes(said[2]);
  if (hour === null || hour > 23 || minute > 59) return null;
  if (halfOfDay === undefined && hour < 8) return null;
  const later = hour < 12 && (halfOfDay === '下午' || halfOfDay === '傍晚' || halfOfDay === '晚上');
  const noon = halfOfDay === '中午' && hour < 3;
  return `${later || noon ? hour + 12 : hour}:${String(minute).padStart(2, '0')}`;
};

const minutes = (said: string | undefined): number => {
  if (said === undefined) return 0;
  if (said === '半') return 30;
  if (said === '一刻') return 15;
  return numeralValue(said.replace('分', '')) ?? 0;
};
