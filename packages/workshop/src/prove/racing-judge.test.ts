import { expect, test } from 'vitest';
import { judgeRace, type Left, type Log, type Row } from './racing-judge.ts';

/** Wednesday, 10:00 in China. */
const TEN = Date.UTC(2026, 10, 18, 2);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const caps = { perDay: 2, per7Days: 3, per30Days: 4, minutesBetween: 30 };
const empty: Log = {
  ...{ left: [], rows: [], listed: [], paused: [] },
  databaseClock: [{ real: 0, offset: 0 }],
  windows: { t: [[540, 1_200]], u: [[540, 1_200]] },
  caps: { m: caps },
};

const row = (id: string, at: number, over: Partial<Row> = {}): Row => ({
  ...{ id, merchant: 'm', task: 't', callee: '1', attempt: Number(id), phone: '138', placedAt: at },
  ...{ stage: 'ended', state: 'busy' },
  ...over,
});
const left = (call: string, real: number, house = real): Left => ({
  ...{ call, phone: '138', asked: { real, house }, left: { real: real + 5, house: house + 5 } },
});
/** Calls that left the moment they were placed. */
const calls = (...at: readonly number[]): Pick<Log, 'left' | 'rows'> => ({
  left: at.map((real, n) => left(String(n + 1), real)),
  rows: at.map((real, n) => row(String(n + 1), real)),
});
const said = (log: Partial<Log>) => judgeRace({ ...empty, ...log });

test('two calls a day with half an hour between them are as they may be', () => {
  expect(said(calls(TEN, TEN + 30 * MINUTE, TEN + 24 * HOUR))).toEqual([]);
});

test.each<[string, Pick<Log, 'left' | 'rows'>, RegExp]>([
  ['too soon', calls(TEN, TEN + 29 * MINUTE), /29 minutes after/],
  ['a third of a day', calls(TEN, TEN + HOUR, TEN + 2 * HOUR), /call 3 of a day/],
  ['a fourth of seven days', calls(TEN, TEN + 24 * HOUR, TEN + 48 * HOUR, TEN + 144 * HOUR), /call 4 of seven days/],
  [
    'a fifth of thirty days',
    calls(TEN, TEN + 24 * HOUR, TEN + 48 * HOUR, TEN + 240 * HOUR, TEN + 480 * HOUR),
    /call 5 of thirty days/,
  ],
  ['before nine', calls(TEN - 61 * MINUTE), /minute 539 of the day/],
  ['at eight in the evening', calls(TEN + 10 * HOUR), /minute 1200 of the day/],
  ['the same call twice', { left: [left('1', TEN), left('1', TEN + HOUR)], rows: [row('1', TEN)] }, /left twice/],
  [
    'one attempt as two calls',
    { left: [left('1', TEN), left('2', TEN + HOUR)], rows: [row('1', TEN), row('2', TEN + HOUR, { attempt: 1 })] },
    /left twice/,
  ],
  [
    'again after it was broken off',
    {
      left: [left('1', TEN), left('2', TEN + HOUR)],
      rows: [row('1', TEN, { state: 'interrupted' }), row('2', TEN + HOUR)],
    },
    /broken off is called again/,
  ],
  ['a call that nobody knows', { left: [left('1', TEN)], rows: [] }, /nobody knows/],
  ['a call without an end', { left: [], rows: [row('1', TEN, { stage: 'talking' })] }, /has no end/],
])('%s is seen', (_what, log, sentence) => {
  expect(said(log)).toEqual([expect.stringMatching(sentence)]);
});

test('a day of caps is the database’s, the hour the house’s', () => {
  const [one, two] = [TEN, TEN + HOUR];
  const tomorrow = { real: TEN + 90 * MINUTE, offset: 24 * HOUR };
  const third = left('3', TEN + 2 * HOUR);
  const log = calls(one, two, TEN + 26 * HOUR);
  const moved = { ...log, left: [...log.left.slice(0, 2), third], databaseClock: [...empty.databaseClock, tomorrow] };
  expect(said(moved)).toEqual([]);
  expect(said({ ...moved, databaseClock: empty.databaseClock })).toEqual([expect.stringMatching(/call 3 of a day/)]);
  const night = left('1', TEN, TEN + 12 * HOUR);
  expect(said({ rows: [row('1', TEN)], left: [night] })).toEqual([expect.stringMatching(/minute 1320/)]);
});

test('lists and pauses hold from their acknowledgement on', () => {
  const listed = (of: string | null, real: number) => said({ ...calls(TEN), listed: [{ phone: '138', of, real }] });
  expect([listed('m', TEN - 1), listed(null, TEN - 1)].flat()).toHaveLength(2);
  expect([listed('other', TEN - 1), listed('m', TEN), listed('m', TEN + 1)].flat()).toEqual([]);
  const paused = (from: number, until: number) => said({ ...calls(TEN), paused: [{ task: 't', from, until }] });
  expect(paused(TEN - 1, TEN + HOUR)).toHaveLength(1);
  expect([paused(TEN + 1, TEN + HOUR), paused(TEN - HOUR, TEN + 1), paused(TEN - HOUR, TEN - 1)].flat()).toEqual([]);
});
