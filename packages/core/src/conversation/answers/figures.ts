import { normalisePhone } from '../../phone/index.ts';
import { numeralValue, spokenDigits } from './numerals.ts';

/*
 * Telephone numbers and money as people say them.
 */

export const LONGEST_PHONE = 12;
export const mobile = /^1[3-9]\d{9}$/;
/** Mobile, 0 with an area code, 400 and 800 numbers, and seats of seven or eight digits within a city. */
const phone = /^(?:1[3-9]\d{9}|0\d{9,11}|[48]00\d{7}|[2-9]\d{6,7})$/;

/** A number of a phone, normalised; null where the digits are none. */
export const phoneIn = (digits: string): string | null => {
  const normalised = normalisePhone(digits);
  return normalised.ok && phone.test(normalised.phone) ? normalised.phone : null;
};

/** Said in groups, too: 「幺三八，零零一二，三四五六」. */
export const spokenPhone = (text: string): string | null => phoneIn(spokenDigits(text.replace(/[，、,.。；;]/g, '')));

const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000, 亿: 100_000_000 };
const digit = '[\\d一二两三四五六七八九]';
/** 「1.5万」 「3千5」, or all in characters; then 块 or 毛 with what follows it. */
const money = new RegExp(
  `(?<number>\\d+(?:\\.\\d+)?[十百千万亿]*(?:(?<=[百千万])\\d(?!\\d))?|[零〇一幺二两三四五六七八九十百千万亿点]+)` +
    `(?:(?<unit>块钱?|元|圆|毛|角)(?:(?<half>半)|(?<dimes>${digit})(?![\\d百千万])(?:毛|角)?)?(?:(?<cents>${digit})分)?)?`,
);

/** Money in yuan, to the fen: 三百五, 两万, 1.5 万, 三块五, 八毛. Null where none is named. */
export const spokenAmount = (text: string): { readonly value: number; readonly heard: string } | null => {
  const found = money.exec(text.replace(/(\d)[,，](?=\d{3}(?!\d))/g, '$1'));
  const { number = '', unit = '', half, dimes, cents } = found?.groups ?? {};
  const whole = numberOf(number);
  if (!found || whole === null) return null;
  const isDimes = unit === '毛' || unit === '角';
  const small = half ? 0.5 : (numeralValue(dimes ?? '零') ?? 0) / 10 + (numeralValue(cents ?? '零') ?? 0) / 100;
  const value = isDimes ? whole / 10 + (numeralValue(cents ?? '零') ?? 0) / 100 : whole + small;
  return { value: Math.round(value * 100) / 100, heard: found[0] };
};

const numberOf = (text: string): number | null => {
  const written = /^(\d+(?:\.\d+)?)([十百千万亿]*)(\d?)$/.exec(text);
  if (written) return scaled(Number(written[1]), written[2] ?? '', written[3] ?? '');
  const broken = /^(.+)点([零〇一幺二三四五六七八九]+)([十百千万亿]*)$/.exec(text);
  if (broken) {
    const whole = numeralValue(broken[1] ?? '');
    const fraction = spokenDigits(broken[2] ?? '');
    return whole === null ? null : scaled(Number(`${whole}.${fraction}`), broken[3] ?? '', '');
  }
  const [high, low] = text.split('亿');
  if (low === undefined) return numeralValue(text);
  const above = numeralValue(high ?? '');
  const below = low === '' ? 0 : numeralValue(low);
  return above === null || below === null ? null : above * units.亿! + below;
};

/** 1.5 with 万; 3 with 千 and a 5 behind it is 3,500. */
const scaled = (value: number, scale: string, next: string): number => {
  const factor = [...scale].reduce((product, unit) => product * units[unit]!, 1);
  return value * factor + (next === '' ? 0 : (Number(next) * factor) / 10);
};
