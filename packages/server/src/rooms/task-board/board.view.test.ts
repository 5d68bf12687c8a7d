import { expect, test } from 'vitest';
import { channelLimit, minutesOf, outcomesOf, paceOf, recentOf } from './board.view.ts';

const now = new Date('2026-03-05T01:30:20Z');
const at = (minute: string) => new Date(`2026-03-05T${minute}:00Z`);
const ending = (minute: string, state: 'answered' | 'busy', level: 'A' | 'B' | '', calls: number) => ({
  minute: at(minute),
  state,
  level,
  calls,
});

test('the last thirty minutes are thirty columns without gaps, the last one still running', () => {
  const minutes = minutesOf(
    [
      ending('01:01', 'busy', '', 3),
      ending('01:29', 'answered', 'A', 2),
      ending('01:29', 'answered', 'B', 1),
      ending('01:29', 'busy', '', 4),
      ending('01:30', 'busy', '', 1),
      ending('01:00', 'busy', '', 9),
    ],
    now,
  );
  expect(minutes).toHaveLength(30);
  expect(minutes[0]).toMatchObject({ at: '2026-03-05T01:01:00.000Z', calls: 3, answered: 0 });
  expect(minutes[1]).toMatchObject({ calls: 0, answered: 0, levels: { A: 0, B: 0, C: 0, D: 0, E: 0, F: 0 } });
  expect(minutes[28]).toMatchObject({ calls: 7, answered: 3, levels: { A: 2, B: 1, C: 0 } });
  expect(minutes[29]).toMatchObject({ at: '2026-03-05T01:30:00.000Z', calls: 1 });
  expect(recentOf(minutes, now)).toEqual({ calls: 8, answered: 3 });
  expect(recentOf(minutes, new Date('2026-03-05T01:39:30Z'))).toEqual({ calls: 1, answered: 0 });
});

test('outcomes are counted over their levels, the most frequent first', () => {
  const endings = [
    { state: 'answered', level: 'A', calls: 2 },
    { state: 'busy', level: '', calls: 5 },
    { state: 'answered', level: 'F', calls: 4 },
  ] as const;
  expect(outcomesOf(endings)).toEqual([
    { state: 'answered', calls: 6 },
    { state: 'busy', calls: 5 },
  ]);
});

test.each([
  ['nothing ended', [], 0],
  ['ten in the minute that runs', [ending('01:30', 'busy', '', 10)], 10],
  ['twenty since 01:28', [ending('01:28', 'busy', '', 12), ending('01:30', 'busy', '', 8)], 8.6],
  ['all of it longer than ten minutes ago', [ending('01:20', 'busy', '', 50)], 0],
] as const)('the pace with %s', (_what, endings, perMinute) => {
  expect(paceOf(minutesOf(endings, now), now)).toBe(perMinute);
});

const port = (line: string, channels: number, ofPort: number, ofLine: number, removed = false) => ({
  lineId: line,
  channels,
  portChannels: ofPort,
  lineChannels: ofLine,
  removed,
});
test.each([
  ['its own limit', 3, 300, [port('1', 5, 10, 20)], 3],
  ['what it may use of its ports', 50, 300, [port('1', 5, 10, 20), port('2', 4, 10, 20)], 9],
  ['a port that became narrower', 50, 300, [port('1', 5, 2, 20)], 2],
  ['a line of two ports', 50, 300, [port('1', 5, 10, 8), port('1', 6, 10, 8)], 8],
  ['the merchant’s', 50, 6, [port('1', 5, 10, 20), port('2', 5, 10, 20)], 6],
  ['a removed port', 50, 300, [port('1', 5, 10, 20), port('2', 5, 10, 20, true)], 5],
  ['no port at all', 50, 300, [port('1', 5, 10, 20, true)], 0],
] as const)('calls at once are bound by %s', (_what, concurrency, merchant, ports, limit) => {
  expect(channelLimit(concurrency, merchant, ports)).toBe(limit);
});
