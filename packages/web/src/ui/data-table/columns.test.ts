import { expect, test } from 'vitest';
import { fit } from './columns.ts';

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
