/**
 * Numbers as they stand in a cell of somebody's list (docs/tasks.md#a-sheet-is-read, decision 50). A list is made by other
 * programs and in haste: dates, amounts and half a number look like a number that is left when blanks and dashes are gone,
 * so a list is read more strictly than what a person types, of whom one can ask.
 */
import { type NeverDialled, type NormalisedPhone, neverDialled, normalisePhone, type PhoneRefusal } from './phone.ts';

type ListedRefusal = PhoneRefusal | Extract<NeverDialled, 'abroad'> | 'date' | 'mobileLength';

type Listed =
  | { readonly ok: true; readonly phone: string; readonly spare: string | null }
  | { readonly ok: false; readonly because: ListedRefusal };

/** Longer cells are texts; what a number may stand among is a few words. */
const LONGEST_CELL = 200;

/** 2026-12-01, 2026年12月1日, 2026/12/01 09:30, 01.12.2026. */
const written = /^(?:(?:19|20)\d{2}[-/.年]\d{1,2}[-/.月]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d{2})(?!\d)/;
/** 20261201, with a time behind it or none. */
const run = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:$|[T\s]|\d{4}(?:\d{2})?$)/;

/** What a cell says as a date, however it is written: no number, whatever figures are left of it. */
export const isDateText = (cell: string): boolean => {
  const text = cell.normalize('NFKC').trim();
  return written.test(text) || run.test(text);
};

/** What people put before and behind a number: whose it is, that it is a WeChat too. */
const asides = /[（(【[][^（()）【】[\]]*\p{Script=Han}[^（()）【】[\]]*[)）】\]]|微信同号|同微信|同号/gu;
const before = /^(?:['’‘`"“”]|tel:|(?:电话|手机|联系电话|联系方式|phone|mobile)(?:号码|号)?[:：]?|[:：])+\s*/iu;
const between = /[/;；、,，|\r\n]+|或|\s{2,}/u;

/**
 * 13812345678.0 and 1.3812345678E+10: a number that a program took for an amount. Of 1.38123E+10 the figures behind are lost
 * (Excel shows five at most), and nobody knows whose it was.
 */
const amount = /^(\d{5,})\.0+$|^(\d\.\d{6,}E\+?\d{1,2})$/i;
const asTyped = (text: string): string => {
  const [, whole, power] = amount.exec(text) ?? [];
  if (power === undefined) return whole ?? text;
  return Number.isSafeInteger(Number(power)) ? String(Number(power)) : text;
};

const plainOf = (cell: string): string =>
  asTyped(cell.normalize('NFKC').replace(asides, ' ').trim().replace(before, '').trim());

const saysAbroad = (text: string): boolean => /^\s*(?:\+|00)\s*(?!\s*86)[\d(]/.test(text);
/** A mobile number has 11 digits (工信部《电信网编号计划》); with one less or more it is somebody else's, or nobody's. */
const MOBILE_DIGITS = 11;
const FEWEST_OF_MOBILE = 8;
const MOST_OF_MOBILE = 13;
const isBentMobile = (digits: string): boolean =>
  /^1[3-9]\d+$/.test(digits) &&
  digits.length !== MOBILE_DIGITS &&
  digits.length >= FEWEST_OF_MOBILE &&
  digits.length <= MOST_OF_MOBILE;

type One = NormalisedPhone | { readonly ok: false; readonly because: ListedRefusal };

const readOne = (text: string): One => {
  if (isDateText(text)) return { ok: false, because: 'date' };
  const read = normalisePhone(text.replace(before, ''));
  if (saysAbroad(text)) return read.ok && neverDialled(read.phone) === null ? read : { ok: false, because: 'abroad' };
  const digits = read.ok ? read.phone : text.replace(/[\s-]/g, '');
  return isBentMobile(digits) ? { ok: false, because: 'mobileLength' } : read;
};

/** 138 1234 5678 is one number, 13812345678 13912345678 are two: only whole numbers are parted by a blank. */
const partsOf = (text: string): readonly string[] => {
  const parts = text.split(between).filter(part => part.trim() !== '');
  const words = text.split(/\s+/);
  const areWhole = words.length > 1 && words.every(word => /^\d{11,12}$/.test(word) && readOne(word).ok);
  return areWhole ? words : parts;
};

/** The number of a cell that is dialled, and a second one that is only kept; of none why not. */
export const readListed = (cell: string): Listed => {
  if (cell.length > LONGEST_CELL) return { ok: false, because: 'notDigits' };
  if (isDateText(cell)) return { ok: false, because: 'date' };
  const text = plainOf(cell);
  const whole = readOne(text);
  if (whole.ok) return { ok: true, phone: whole.phone, spare: null };
  const read = partsOf(text).map(readOne);
  const [phone, spare = null] = [...new Set(read.flatMap(one => (one.ok ? [one.phone] : [])))];
  return phone === undefined ? whole : { ok: true, phone, spare };
};

/** A mobile number of the mainland. */
export const isMobile = (phone: string): boolean => /^1[3-9]\d{9}$/.test(phone);
