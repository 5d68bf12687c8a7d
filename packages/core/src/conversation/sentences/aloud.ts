import type { Spoken } from '../plan/plan.ts';
import { withoutEdges } from './edges.ts';

/**
 * How a value is said, as the pieces a person can record once and for all: 350 as money is 三 百 五 十 元, 2026-11-21 as a
 * day is 十 一 月 二 十 一 日 behind its year, 13800138000 digit by digit 幺三八，零零幺三，八零零零, 王女士 is 王 女士. Pieces
 * joined are the text a voice reads.
 */
export const piecesAloud = (value: string, spoken: Spoken): readonly string[] | null => {
  const text = value.trim();
  if (text === '') return null;
  if (spoken === 'digits') return digitByDigit(text);
  if (spoken === 'amount') return amount(text);
  if (spoken === 'date') return day(text);
  return spoken === 'surname' ? surname(text) : null;
};

/** The text a voice reads for a value; as it is written where no rule knows better. */
export const aloud = (value: string, spoken: Spoken): string => piecesAloud(value, spoken)?.join('') ?? value;

/** Nothing in it sounds: a comma, a full stop, blanks. */
export const isSilent = (text: string): boolean => soundKey(text) === '';

/** What two texts have in common when they sound the same: marks and blanks at the ends make no sound. */
export const soundKey = (text: string): string => withoutEdges(text, mark);
const mark = /[\p{P}\p{Z}\s]/u;

const figures = '零一二三四五六七八九';
/** 1 is 幺 where digits are read one by one, so that nobody hears 七. */
const oneByOne = '零幺二三四五六七八九';
/** Longer numbers are read digit by digit: nobody says 千万亿. */
const MOST_PLACES = 12;

const figure = (char: string): number => char.charCodeAt(0) & 0x0f;

/** A mobile number is read 3-4-4; anything else in fours from the left, with a breath between. */
const grouped = (digits: string): readonly string[] =>
  /^1\d{10}$/.test(digits)
    ? [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)]
    : (digits.match(/.{1,4}/g) ?? []);

const digitByDigit = (text: string): readonly string[] => {
  const bare = text.replace(/[\s-]/g, '').replace(/[０-９]/g, char => String(figure(char)));
  const pieces: string[] = [];
  for (const run of bare.match(/\d+|\D/g) ?? []) {
    if (!/\d/.test(run)) {
      pieces.push(run);
      continue;
    }
    grouped(run).forEach((group, index) => {
      if (index > 0) pieces.push('，');
      for (const char of group) pieces.push(oneByOne[figure(char)]!);
    });
  }
  return pieces;
};

/** Below 10,000, highest place first; `isInside`: higher places were said before it. */
const section = (value: number, isInside: boolean): string => {
  let text = '';
  let isGap = isInside && value < 1_000;
  for (const [size, unit] of [
    [1_000, '千'],
    [100, '百'],
    [10, '十'],
    [1, ''],
  ] as const) {
    const digit = Math.floor(value / size) % 10;
    if (digit === 0) {
      isGap ||= text !== '';
      continue;
    }
    if (isGap) text += '零';
    isGap = false;
    const bareTen = size === 10 && digit === 1 && text === '' && !isInside;
    text += `${bareTen ? '' : digit === 2 && size >= 100 ? '两' : figures[digit]}${unit}`;
  }
  return text;
};

/** A whole number as it is said: 20350 → 两万零三百五十. */
export const numberAloud = (value: number): string => {
  if (value === 0) return '零';
  let text = '';
  for (const [size, unit] of [
    [100_000_000, '亿'],
    [10_000, '万'],
    [1, ''],
  ] as const) {
    const part = Math.floor(value / size) % 10_000;
    if (part === 0) continue;
    text += part === 2 && size > 1 ? `两${unit}` : `${section(part, text !== '')}${unit}`;
  }
  return text;
};

const amount = (text: string): readonly string[] | null => {
  const [, whole = '', cents = ''] = /^[¥￥]?([\d,]+)(?:\.(\d{1,2}))?(?:元|块钱?|圆)?$/.exec(text) ?? [];
  const digits = whole.replaceAll(',', '');
  if (digits === '' || digits.length > MOST_PLACES) return null;
  const [jiao, fen] = [figure(cents[0] ?? '0'), figure(cents[1] ?? '0')];
  const yuan = Number(digits);
  const parts: string[] = [];
  if (yuan > 0 || (jiao === 0 && fen === 0)) parts.push(...numberAloud(yuan), '元');
  if (jiao > 0) parts.push(figures[jiao]!, '角');
  if (fen > 0) parts.push(...(jiao === 0 && yuan > 0 ? ['零'] : []), figures[fen]!, '分');
  return parts;
};

const year = /(\d{4})[-/年]/.source;
const date = new RegExp(`(?:${year})?(\\d{1,2})(?:[-/]|月)(\\d{1,2})[日号]?`);
const clock = /(\d{1,2})[:：](\d{2})(?::\d{2})?/;

const half = (hour: number): string => (hour < 6 ? '凌晨' : hour < 12 ? '上午' : hour < 18 ? '下午' : '晚上');

/** A time of the day in pieces, its half first: 上午 九 点 零 五 分. */
export const clockAloud = (hour: number, minute: number): readonly string[] => {
  const said = numberAloud(hour > 12 ? hour - 12 : hour).replace(/^二$/, '两');
  const rest =
    minute === 0 ? [] : minute === 30 ? ['半'] : [...(minute < 10 ? ['零'] : []), ...numberAloud(minute), '分'];
  return [half(hour), ...said, '点', ...rest];
};

/** Days and times in figures are said; words beside them (周六, 明天) are pieces of their own. */
const day = (text: string): readonly string[] | null => {
  const pieces: string[] = [];
  const words = (part: string) => pieces.push(...(part.match(/[\p{L}\p{N}]+|[\p{P}]/gu) ?? []));
  let rest = text;
  const found = date.exec(rest);
  if (found) {
    const [whole, years, month, dayOfMonth] = found;
    if (Number(month) < 1 || Number(month) > 12 || Number(dayOfMonth) < 1 || Number(dayOfMonth) > 31) return null;
    words(rest.slice(0, found.index));
    if (years !== undefined) pieces.push(...[...years].map(char => figures[figure(char)]!), '年');
    pieces.push(...numberAloud(Number(month)), '月', ...numberAloud(Number(dayOfMonth)), '日');
    rest = rest.slice(found.index + whole.length).replace(/^T/, ' ');
  }
  const time = clock.exec(rest);
  if (!time) {
    words(rest);
    return pieces;
  }
  const [hour, minute] = [Number(time[1]), Number(time[2])];
  if (hour > 23 || minute > 59) return null;
  words(rest.slice(0, time.index));
  pieces.push(...clockAloud(hour, minute));
  words(rest.slice(time.index + time[0].length));
  return pieces;
};

const titles = ['先生', '女士', '小姐', '老师', '同学', '经理', '老板', '总'] as const;

/** 王女士, 欧阳先生: the name and how one is addressed; anything else is said as it is written. */
const surname = (text: string): readonly string[] | null => {
  const title = titles.find(each => text.endsWith(each));
  const name = title === undefined ? '' : text.slice(0, -title.length);
  return title !== undefined && /^\p{Script=Han}{1,2}$/u.test(name) ? [name, title] : null;
};

/** What a person records once so that values can be told in their voice; surnames and titles beside them are their own. */
export const recordablePieces = {
  digit: [...new Set([...figures, ...oneByOne])],
  unit: ['两', '十', '百', '千', '万', '亿', '元', '角', '分'],
  date: [
    '年',
    '月',
    '日',
    '点',
    '半',
    '凌晨',
    '上午',
    '下午',
    '晚上',
    '今天',
    '明天',
    '后天',
    '周一',
    '周二',
    '周三',
    '周四',
    '周五',
    '周六',
    '周日',
  ],
  surname: [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗', ...titles],
} as const;
export type PieceUse = keyof typeof recordablePieces;
