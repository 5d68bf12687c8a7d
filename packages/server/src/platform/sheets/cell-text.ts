import { dateOfSerial } from '@lianxian/core';

/** Numbers and dates of a workbook as a person reads them. */

/** By so many days the date system of 1904 is behind that of 1900 (ECMA-376 §18.17.4.1). */
const BEHIND_1904 = 1_462;
const LEAST_DIGITS = 15;
/** Beyond it a year has five figures. */
const MOST_DAYS = 2_958_465;

/**
 * 13800138000 and 1.3800138E10 are the figures 13800138000: a phone must come out as it was typed. Fractions are shown
 * to 15 digits, which is what a spreadsheet keeps.
 */
export const numberText = (raw: string): string => {
  if (/^-?\d{1,15}$/.test(raw)) return raw;
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (Number.isInteger(value)) return BigInt(value).toString();
  return String(Number(value.toPrecision(LEAST_DIGITS)));
};

/** A serial number as `2026-01-31`, `2026-01-31 09:30:00` or, without a day, `09:30:00`. */
export const dateText = (raw: string, is1904: boolean): string => {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value) || value < 0 || value > MOST_DAYS) return numberText(raw);
  return dateOfSerial(is1904 && value >= 1 ? value + BEHIND_1904 : value);
};

/** Number formats 14–22, 27–36, 45–47 and 50–58 are dates or times (ECMA-376 §18.8.30, Chinese ones among them). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** `format` is the code of a format of the workbook's own, if it has one of that id. */
export const isDateFormat = (id: number, format: string | undefined): boolean => {
  if (format === undefined) return isBuiltInDate(id);
  // Quoted and escaped letters are literal; brackets hold colours and locales, but [h] is a duration.
  const bare = format
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, '')
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
};

/** `_x000D_` stands for a character that XML cannot hold (ECMA-376 §22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
