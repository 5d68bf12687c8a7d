import { expect, test } from 'vitest';
import { allCalls, askedOf, linesOf } from './recipients.ts';

const now = new Date('2026-11-30T09:00:00Z');

test('pasted numbers are asked as they are pasted, and no condition of calls with them', () => {
  const calls = { ...allCalls, levels: ['A'] as const };
  expect(askedOf({ of: 'phones', phones: ' 13812342217\n', calls }, now)).toEqual({
    of: 'phones',
    phones: '13812342217',
  });
});

test('people of calls are asked by what narrows the calls', () => {
  const calls = { time: 'today', task: '7', levels: ['A', 'B'], states: ['answered'] } as const;
  expect(askedOf({ of: 'calls', phones: '138', calls }, now)).toEqual({
    of: 'calls',
    calls: {
      from: '2026-11-30T00:00:00+08:00',
      to: '2026-12-01T00:00:00+08:00',
      taskId: '7',
      levels: ['A', 'B'],
      states: ['answered'],
    },
  });
  expect(askedOf({ of: 'calls', phones: '', calls: allCalls }, now)).toEqual({ of: 'calls', calls: {} });
});

test.each([
  ['', 0],
  ['13812342217\n\n 13912342217 ', 2],
  ['13812342217，13912342217;13712342217', 3],
])('of %j there are %i lines', (typed, lines) => {
  expect(linesOf(typed)).toBe(lines);
});
