import { expect, test } from 'vitest';
import { fit, inOrder, moved, scaleIn } from './columns.ts';

const columns = [
  { key: 'phone', width: 120, priority: 0 },
  { key: 'name', width: 80, priority: 3 },
  { key: 'state', width: 100, priority: 0 },
  { key: 'area', width: 100, priority: 3 },
  { key: 'cost', width: 60, priority: 1 },
];

test.each([
  [460, ['phone', 'name', 'state', 'area', 'cost']],
  [459, ['phone', 'name', 'state', 'cost']],
  [300, ['phone', 'state', 'cost']],
  [279, ['phone', 'state']],
  [10, ['phone', 'state']],
])('%d px hold the columns %j', (width, kept) => {
  expect(fit(columns, width).map(column => column.key)).toEqual(kept);
});

test('larger type makes columns wider as far as there is room, and never wider than all of it', () => {
  const kept = [{ width: 120 }, { width: 80 }];
  expect([400, 240, 200, 160, -20].map(room => scaleIn(kept, room, 1.2))).toEqual([1.2, 1.2, 1, 0.8, 0]);
});

const table = [{ key: 'phone' }, { key: 'name' }, { key: 'state' }, { key: 'acts', silent: true }];

test.each([
  ['nothing chosen', [], 'phone name state acts'],
  ['all of them', ['state', 'phone', 'name'], 'state phone name acts'],
  ['a column that is new stays behind the one it follows', ['state', 'phone'], 'state phone name acts'],
  [
    'one that is gone is left out, the acts stay last',
    ['acts', 'gone', 'name', 'phone', 'state'],
    'name phone state acts',
  ],
])('order of columns, %s', (_what, order, shown) => {
  expect(
    inOrder(table, order)
      .map(column => column.key)
      .join(' '),
  ).toBe(shown);
});

test.each([
  ['name', -1, 'name phone state'],
  ['name', 1, 'phone state name'],
  ['phone', -1, 'phone name state'],
  ['state', 1, 'phone name state'],
] as const)('%s is moved by %d', (key, step, shown) => {
  expect(moved(table, key, step).join(' ')).toBe(shown);
});
