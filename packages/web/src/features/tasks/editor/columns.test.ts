import { expect, test } from 'vitest';
import { guessed, hasPhone, pickedTwice, usesOf, variablePick } from './columns.ts';

const seen = { filled: 3, mobiles: 0, dates: 0, names: 0 };

test('what the server guessed is picked, and comes back as the contract takes it', () => {
  const picks = guessed([
    { index: 0, title: '姓名', kept: '姓名', guess: { index: 0, use: 'name' }, ...seen },
    { index: 1, title: '手机号', kept: '手机号', guess: { index: 1, use: 'phone' }, ...seen },
    { index: 2, title: '年级', kept: '年级', guess: { index: 2, use: 'variable', variable: 'grade' }, ...seen },
    { index: 3, title: '备注', kept: '备注', guess: { index: 3, use: 'kept', variable: '备注' }, ...seen },
    { index: 4, title: '', kept: 'E', guess: null, ...seen },
  ]);
  expect(picks).toEqual({ 0: 'name', 1: 'phone', 2: 'variable:grade', 3: 'kept:备注' });
  expect(usesOf({ ...picks, 4: '' })).toEqual([
    { index: 0, use: 'name' },
    { index: 1, use: 'phone' },
    { index: 2, use: 'variable', variable: 'grade' },
    { index: 3, use: 'kept', variable: '备注' },
  ]);
});

test('one column for each thing, and one of them the number', () => {
  expect(pickedTwice({ 0: 'phone', 1: 'phone' })).toBe('phone');
  expect(pickedTwice({ 0: variablePick('grade'), 1: 'phone', 2: '', 3: '' })).toBeNull();
  expect([hasPhone({ 0: 'name' }), hasPhone({ 4: 'phone' })]).toEqual([false, true]);
});
