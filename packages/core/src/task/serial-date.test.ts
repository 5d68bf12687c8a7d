import { expect, test } from 'vitest';
import { dateCell, serialOf } from './index.ts';

/** By LibreOffice: =DATEVALUE("…") of each day. */
test.each([
  ['46054', '2026-02-01'],
  ['46387', '2026-12-31'],
  [' 45351 ', '2024-02-29'],
  ['46054.5', '2026-02-01 12:00:00'],
  ['18264', '1950-01-01'],
  ['73050', '2099-12-31'],
  // Nothing that a column of dates holds besides is touched.
  ['2026-02-01', '2026-02-01'],
  ['20260201', '20260201'],
  ['9999', '9999'],
  ['99999', '99999'],
  ['下周', '下周'],
  ['', ''],
])('%j in a column of dates is %j', (cell, read) => {
  expect(dateCell(cell)).toBe(read);
});

test.each([
  ['2026-02-01', 46_054],
  ['2026/2/1', 46_054],
  ['2026年2月1日', 46_054],
  ['2026.2.1 18:00', 46_054.75],
  ['2026-02-01T06:00:00.000', 46_054.25],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['2月1日', null],
  ['46054', null],
])('%j is the day %j of a spreadsheet', (written, serial) => {
  expect(serialOf(written)).toBe(serial);
});
