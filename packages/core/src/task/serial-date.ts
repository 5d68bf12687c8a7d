import { dayFrom, dayOf, isoOf } from '../conversation/index.ts';

/**
 * A date as spreadsheets count it: days since 1899-12-30 (ECMA-376 §18.17.4.1, the system of 1900, which counts a 29 February
 * that never was). Where its format is lost, as in a csv or a cell made General, the number is all that is left of it.
 */
const DAY_ZERO = dayOf('1899-12-30');
const SECONDS_A_DAY = 86_400;

const two = (figure: number): string => `${figure}`.padStart(2, '0');

/** `2026-01-31`, `2026-01-31 09:30:00` or, without a day, `09:30:00`. */
export const dateOfSerial = (serial: number): string => {
  const seconds = Math.round(serial * SECONDS_A_DAY);
  const ofDay = seconds % SECONDS_A_DAY;
  const day = isoOf(DAY_ZERO + Math.floor(seconds / SECONDS_A_DAY));
  const time = [Math.floor(ofDay / 3_600), Math.floor(ofDay / 60) % 60, ofDay % 60].map(two).join(':');
  if (serial < 1) return time;
  return ofDay === 0 ? day : `${day} ${time}`;
};

/** 20261201 is a date as well, and no serial number: those of the years 1950 to 2099 have five figures. */
const SERIAL = /^\d{5}(?:\.\d+)?$/;
const [FIRST, LAST] = [dayOf('1950-01-01') - DAY_ZERO, dayOf('2099-12-31') - DAY_ZERO];

/** A cell of a column of dates as one reads it: 46054 is 2026-02-01; whatever is no serial number stays as it is. */
export const dateCell = (cell: string): string => {
  const serial = SERIAL.test(cell.trim()) ? Number(cell) : 0;
  return serial >= FIRST && serial < LAST + 1 ? dateOfSerial(serial) : cell;
};

/** 2026-01-05, 2026/1/5, 2026年1月5日, with a time behind it or none. */
const WRITTEN =
  /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** The serial number of a written date, so that dates are compared as days; null: it is none. */
export const serialOf = (text: string): number | null => {
  const found = WRITTEN.exec(text.trim())?.slice(1);
  if (found === undefined) return null;
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = found.map(figure => Number(figure ?? 0));
  const day = month < 1 || month > 12 ? null : dayFrom(year, month, date);
  return day === null ? null : day - DAY_ZERO + (hours * 3_600 + minutes * 60 + seconds) / SECONDS_A_DAY;
};
