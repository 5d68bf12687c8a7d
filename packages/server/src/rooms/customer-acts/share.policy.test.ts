import { expect, test } from 'vitest';
import { share, turnsOf } from './share.policy.ts';

const customers = ['1', '2', '3', '4', '5'].map(id => ({ id, region: '' }));
const owners = (...given: Parameters<typeof share>) => share(...given).map(({ ownerId }) => ownerId);

test('evenly: one after the other, and on where the last chunk ended', () => {
  const two = [{ employeeId: 'a' }, { employeeId: 'b' }];
  expect(owners('even', two, customers, 0)).toEqual(['a', 'b', 'a', 'b', 'a']);
  expect(owners('even', two, customers, 5)).toEqual(['b', 'a', 'b', 'a', 'b']);
});

test('by shares: in any stretch each has about its share', () => {
  const turns = turnsOf([
    { employeeId: 'a', share: 3 },
    { employeeId: 'b', share: 1 },
  ]);
  expect(turns).toEqual(['a', 'a', 'b', 'a']);
});

test('by region: whoever has the narrowest region that holds a customer; of no region it stays', () => {
  const receivers = [
    { employeeId: 'province', regions: ['44'] },
    { employeeId: 'city', regions: ['4403'] },
  ];
  const placed = [
    { id: '1', region: '440305' },
    { id: '2', region: '4401' },
    { id: '3', region: '11' },
  ];
  expect(share('region', receivers, placed, 0)).toEqual([
    { id: '1', ownerId: 'city' },
    { id: '2', ownerId: 'province' },
  ]);
});
