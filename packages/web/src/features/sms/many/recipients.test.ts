import { expect, test } from 'vitest';
import { allCalls, allCustomers, askedOf, linesOf, pickedOf } from './recipients.ts';

const now = new Date('2026-11-30T09:00:00Z');

test('pasted numbers are asked as they are pasted, and no condition of calls with them', () => {
  const calls = { ...allCalls, levels: ['A'] as const };
  expect(askedOf({ of: 'phones', phones: ' 13812342217\n', calls, customers: allCustomers }, now)).toEqual({
    of: 'phones',
    phones: '13812342217',
  });
});

test('people of calls are asked by what narrows the calls', () => {
  const calls = { time: 'today', task: '7', levels: ['A', 'B'], states: ['answered'] } as const;
  expect(askedOf({ of: 'calls', phones: '138', calls, customers: allCustomers }, now)).toEqual({
    of: 'calls',
    calls: {
      from: '2026-11-30T00:00:00+08:00',
      to: '2026-12-01T00:00:00+08:00',
      taskId: '7',
      levels: ['A', 'B'],
      states: ['answered'],
    },
  });
  expect(askedOf({ of: 'calls', phones: '', calls: allCalls, customers: allCustomers }, now)).toEqual({
    of: 'calls',
    calls: {},
  });
});

test('customers are asked by their conditions, or as the number library chose them', () => {
  const asked = (customers: Parameters<typeof askedOf>[0]['customers']) =>
    askedOf({ of: 'customers', phones: '138', calls: allCalls, customers }, now).customers;
  expect(asked({ picked: null, types: ['2'], levels: ['A'], task: '7' })).toEqual({
    ...{ cateTypes: [2], levels: ['A'], taskId: '7' },
  });
  const picked = pickedOf({ customers: { query: { ids: ['1', '2'] }, n: '2' } });
  expect(asked({ ...allCustomers, types: ['2'], picked })).toEqual({ ids: ['1', '2'] });
  expect([pickedOf(null), pickedOf({ customers: { n: 2 } })]).toEqual([null, null]);
});

test.each([
  ['', 0],
  ['13812342217\n\n 13912342217 ', 2],
  ['13812342217，13912342217;13712342217', 3],
])('of %j there are %i lines', (typed, lines) => {
  expect(linesOf(typed)).toBe(lines);
});
