import { normalisePhone } from '../../phone/index.ts';
import { type DigitRun, digitRuns } from './numerals.ts';

/*
 * Telephone numbers as people say them.
 */

export const LONGEST_PHONE = 12;
const MOBILE = 11;
export const mobile = /^1[3-9]\d{9}$/;
/** Mobile, 0 with an area code, 400 and 800 numbers, and seats of seven or eight digits within a city. */
const phone = /^(?:1[3-9]\d{9}|0\d{9,11}|[48]00\d{7}|[2-9]\d{6,7})$/;

/** A number of a phone, normalised; null where the digits are none. */
export const phoneIn = (digits: string): string | null => {
  const normalised = normalisePhone(digits);
  return normalised.ok && phone.test(normalised.phone) ? normalised.phone : null;
};

/** What stands between the groups in which a number is said: 「幺三八，零零一二，三四五六」. */
const mark = /^[，、,.。；;]$/;

/** Runs that may be groups of one number, together. */
const grouped = (text: string, runs: readonly DigitRun[]): readonly (readonly DigitRun[])[] => {
  const groups: DigitRun[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && mark.test(text.slice(last.at(-1)!.end, run.start))) last.push(run);
    else groups.push([run]);
  }
  return groups;
};

/** As one number, else each that is one by itself; of one that is said twice in a breath both. */
const phonesOf = (group: readonly DigitRun[]): readonly DigitRun[] => {
  const [first, last] = [group[0]!, group.at(-1)!];
  const whole = phoneIn(group.map(({ digits }) => digits).join(''));
  if (whole !== null) return [{ digits: whole, start: first.start, end: last.end }];
  if (group.length > 1) return group.flatMap(run => phonesOf([run]));
  return /^(?:1[3-9]\d{9}){2,}$/.test(first.digits) ? [{ ...first, digits: first.digits.slice(-MOBILE) }] : [];
};

const takenBack =
  /^[，、,.。；;\s啊呀呃嗯哎的]*(?:不对|不是(?!$)|不不|不，|哦不|啊不|错了|(?:说|记|念|报|搞)(?:错|岔)|等等|等一下|停机|打不通|不用了|换了)/;
const denied = /(?:(?<!是)不是|别打|别用|不要打?|不用)(?:我?的?|这个|那个)?$/;
const isOr = /或|还有|以及|要么|备用|另外|也/;
/** 「不对，尾号是8001」. */
const newTail = /(?:尾号|末尾|最后|后面|后[一二三四五六两\d]?[位个])[^\d]{0,4}(\d{2,8})\D*$/;

/** 「186开头，后面是40219933」 is said in two groups. */
const beginsWith =
  /(?<=[\d零〇一幺二三四五六七八九])(?:开头|打头)的?[，,\s]*(?:后面|后边|后头|然后|接着)?(?:就?是)?(?=[\d零〇一幺二三四五六七八九])/g;

/**
 * The telephone number a sentence means: of those that are named those that are taken back are dropped (「是138…，不对，是139…」)
 * and the last is taken; of several that will do the first. Null where what is left is none.
 */
export const spokenPhone = (said: string): string | null => {
  const { text, runs } = digitRuns(said.replace(beginsWith, '，'));
  const named = grouped(text, runs).flatMap(phonesOf);
  const left = named.filter(({ start, end }, n) => {
    const [before, after] = [text.slice(named[n - 1]?.end ?? 0, start), text.slice(end, named[n + 1]?.start)];
    return !takenBack.test(after) && !denied.test(before);
  });
  const last = left.at(-1);
  if (last === undefined) return withNewTail(text, named.at(-1));
  const meant = left.reduceRight((meant, one) => (isOr.test(text.slice(one.end, meant.start)) ? one : meant), last);
  return isPartOfMobile(text, runs, meant) ? null : meant.digits;
};

/** Characters between two runs of a row that were digits: 「一三酒二八四零六六七五」. */
const UNREAD = 2;
/** So long a row that begins as a mobile number does is one. */
const LONG_ROW = 10;

/** Of a mobile number some digit of which was not read, what is left may look like a number within a city. */
const isPartOfMobile = (text: string, runs: readonly DigitRun[], { digits, start, end }: DigitRun): boolean => {
  if (digits.length >= LONG_ROW) return false;
  let [from, to] = [start, end];
  for (const run of runs.toReversed()) if (run.end <= from && from - run.end <= UNREAD) from = run.start;
  for (const run of runs) if (run.start >= to && run.start - to <= UNREAD) to = run.end;
  return to - from > end - start && to - from >= LONG_ROW && /^1[3-9]/.test(text.slice(from, to));
};

const withNewTail = (text: string, named: DigitRun | undefined): string | null => {
  const tail = named && newTail.exec(text.slice(named.end))?.[1];
  return tail ? phoneIn(named.digits.slice(0, -tail.length) + tail) : null;
};
