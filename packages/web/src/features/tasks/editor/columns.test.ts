import { expect, test } from 'vitest';
import { guessed, hasPhone, pickedTwice, usesOf, variablePick } from './columns.ts';

test('what the server guessed is picked, and comes back as the contract takes it', () => {
  const picks = guessed([
    { index: 0, title: '姓名', guess: { index: 0, use: 'name' } },
    { index: 1, title: '手机号', guess: { index: 1, use: 'phone' } },
    { index: 2, title: '年级', guess: { index: 2, use: 'variable', variable: 'grade' } },
    { index: 3, title: '备注', guess: null },
  ]);
  expect(picks).toEqual({ 0: 'name', 1: 'phone', 2: 'variable:grade' });
  expect(usesOf({ ...picks, 3: '' })).toEqual([
    { index: 0, use: 'name' },
    { index: 1, use: 'phone' },
    { index: 2, use: 'variable', variable: 'grade' },
  ]);
});

test('one column for each thing, and one of them the number', () => {
  expect(pickedTwice({ 0: 'phone', 1: 'phone' })).toBe('phone');
  expect(pickedTwice({ 0: variablePick('grade'), 1: 'phone', 2: '', 3: '' })).toBeNull();
  expect([hasPhone({ 0: 'name' }), hasPhone({ 4: 'phone' })]).toEqual([false, true]);
});
