import { expect, test } from 'vitest';
import { columnsOf, guessed, hasPhone, pickedTwice } from './sheet-columns.ts';

test('columns are what they were guessed to be, those that fill nothing are left out', () => {
  const picks = guessed([
    { index: 0, title: '电话', guess: 'phone' },
    { index: 1, title: '序号', guess: 'skip' },
    { index: 2, title: '公司', guess: 'company' },
  ]);
  expect(columnsOf(picks)).toEqual([
    { index: 0, use: 'phone' },
    { index: 2, use: 'company' },
  ]);
  expect(hasPhone(picks)).toBe(true);
});

test('one thing is filled by one column, further numbers by several', () => {
  expect(pickedTwice({ 0: 'phone', 1: 'name', 2: 'name' })).toBe('name');
  expect(pickedTwice({ 0: 'phone', 1: 'further', 2: 'further', 3: 'skip', 4: 'skip' })).toBe(null);
});
