import { expect, test } from 'vitest';
import { readHours, readRows, rowsOf } from './keyed-hours.ts';

test.each([
  ['9:00–12:00', [{ from: 540, to: 720 }]],
  [
    '14:00-18:00、9:00~12:00',
    [
      { from: 540, to: 720 },
      { from: 840, to: 1_080 },
    ],
  ],
  ['９:00－12:00', [{ from: 540, to: 720 }]],
  ['', []],
  ['12:00–9:00', null],
  ['9:00–12:00 11:00–13:00', null],
  ['上午', null],
])('%s is read as hours', (text, windows) => {
  expect(readHours(text)).toEqual(windows);
});

test('rows are read back as they were written; one without a key, or twice the same, is not', () => {
  const of = { '2026-10-01': [], '2026-10-02': [{ from: 660, to: 720 }] };
  expect(readRows(rowsOf(of))).toEqual(of);
  expect(readRows([{ key: '', hours: '' }])).toBeNull();
  expect(
    readRows([
      { key: '广东', hours: '' },
      { key: '广东 ', hours: '' },
    ]),
  ).toBeNull();
});
