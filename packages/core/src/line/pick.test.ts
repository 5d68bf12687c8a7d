import { expect, test } from 'vitest';
import { afterCall, type CallerNumber, pickNumber } from './pick.ts';
import type { CallerPick } from './types.ts';

const number = (id: string, over: Partial<CallerNumber> = {}): CallerNumber => ({
  id,
  number: id,
  province: '',
  city: '',
  left: null,
  lastUsed: 0,
  ...over,
});
const nobody = { province: '', city: '' };
const picked = (numbers: readonly CallerNumber[], pick: CallerPick, callee = nobody, chance = 0) =>
  pickNumber(numbers, pick, callee, chance)?.id ?? null;

const numbers = [
  number('shanghai', { province: '上海', city: '上海', lastUsed: 5 }),
  number('guangzhou', { province: '广东', city: '广州', lastUsed: 4 }),
  number('shenzhen', { province: '广东', city: '深圳', lastUsed: 9 }),
  number('chengdu', { province: '四川', city: '成都/资阳/眉山', lastUsed: 8 }),
  number('400', { lastUsed: 6 }),
];
const used = (...ids: readonly string[]) => numbers.map(one => (ids.includes(one.id) ? { ...one, left: 0 } : one));

test.each([
  ['fixed', [], nobody, 'shanghai'],
  ['fixed', ['shanghai'], nobody, 'guangzhou'],
  ['inTurn', [], nobody, 'guangzhou'],
  ['inTurn', ['guangzhou'], nobody, 'shanghai'],
  ['sameCity', [], { province: '广东', city: '深圳' }, 'shenzhen'],
  ['sameCity', ['shenzhen'], { province: '广东', city: '深圳' }, 'guangzhou'],
  ['sameCity', ['shenzhen', 'guangzhou'], { province: '广东', city: '深圳' }, 'shanghai'],
  ['sameCity', [], { province: '四川', city: '眉山' }, 'chengdu'],
  ['sameCity', [], { province: '四川', city: '成都/资阳/眉山' }, 'chengdu'],
  ['sameCity', [], { province: '四川', city: '绵阳' }, 'chengdu'],
  ['sameCity', [], { province: '广东', city: '' }, 'guangzhou'],
  ['sameCity', [], nobody, 'guangzhou'],
  ['sameProvince', [], { province: '广东', city: '深圳' }, 'guangzhou'],
  ['sameProvince', [], { province: '上海', city: '' }, 'shanghai'],
  ['sameProvince', [], { province: '西藏', city: '拉萨' }, 'guangzhou'],
  ['sameProvince', [], nobody, 'guangzhou'],
] as const)('%s with %j used up calls %j from %s', (pick, gone, callee, id) => {
  expect(picked(used(...gone), pick, callee)).toBe(id);
});

test.each([
  [0, 'shanghai'],
  [0.19, 'shanghai'],
  [0.21, 'guangzhou'],
  [0.5, 'shenzhen'],
  [0.99, '400'],
])('a throw of %d of random numbers is %s', (chance, id) => {
  expect(picked(numbers, 'random', nobody, chance)).toBe(id);
});

test.each(['fixed', 'inTurn', 'random', 'sameCity', 'sameProvince'] as const)(
  '%s finds no number when all are used up, and none where there is none',
  pick => {
    const gone = used(...numbers.map(({ id }) => id));
    expect(picked(gone, pick, { province: '上海', city: '上海' }, 0.7)).toBeNull();
    expect(picked([], pick)).toBeNull();
  },
);

test('in turn every number calls once before one calls again, from the first on', () => {
  let left: readonly CallerNumber[] = ['a', 'b', 'c'].map(id => number(id));
  const calls: (string | null)[] = [];
  for (let call = 1; call <= 7; call += 1) {
    const next = pickNumber(left, 'inTurn', nobody, 0);
    calls.push(next?.id ?? null);
    if (next) left = afterCall(left, next.id, call);
  }
  expect(calls).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a']);
});

test('a cap is used up call by call, then the next number has its turn', () => {
  let left: readonly CallerNumber[] = [number('a', { left: 2 }), number('b', { left: 1 })];
  const calls: (string | null)[] = [];
  for (let call = 1; call <= 4; call += 1) {
    const next = pickNumber(left, 'fixed', nobody, 0);
    calls.push(next?.id ?? null);
    if (next) left = afterCall(left, next.id, call);
  }
  expect(calls).toEqual(['a', 'a', 'b', null]);
});
