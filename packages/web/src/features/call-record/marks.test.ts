import { expect, test } from 'vitest';
import {
  type Detail,
  interruptions,
  type Line,
  lineAfter,
  lineAt,
  lineBefore,
  outside,
  type Stretch,
  seatNameAt,
  silenceEnd,
  worded,
} from './marks.ts';

const line = (atMs: number, endMs: number | null, interruptedAfterMs: number | null = null): Line => ({
  line: 0,
  speaker: 'robot',
  atMs,
  endMs,
  text: '',
  node: '',
  understood: null,
  interruptedAfterMs,
});
const lines = [line(200, 4_000), line(4_800, 6_000), line(12_000, 15_000), line(14_000, 16_000)];

const quiet = [
  { fromMs: 6_000, toMs: 12_000 },
  { fromMs: 16_000, toMs: 20_000 },
];

test('an interruption stands where the robot stopped, and beside a silence, never over one', () => {
  const around = (ms: number) => interruptions([line(10_000, 12_000, ms - 10_000)], quiet)[0];
  expect(interruptions([line(13_000, 15_000, 1_000)], [])).toEqual([{ fromMs: 13_250, toMs: 14_750 }]);
  expect(around(14_000)).toEqual({ fromMs: 13_250, toMs: 14_750 });
  expect(around(12_200)).toEqual({ fromMs: 12_000, toMs: 12_950 });
  expect(around(15_800)).toEqual({ fromMs: 15_050, toMs: 16_000 });
  // By its clock within a silence, it is drawn behind it.
  expect(around(11_500)).toEqual({ fromMs: 12_000, toMs: 12_750 });
});

test('where the recording was paused the silence is not told as one', () => {
  const paused = [{ fromMs: 16_500, toMs: 18_000 }];
  expect(quiet.filter(outside(paused))).toEqual([quiet[0]]);
  expect(quiet.filter(outside([]))).toEqual(quiet);
});

test('marks that stand close together share one word', () => {
  const [a, b, c] = [0, 1_000, 9_000].map(fromMs => ({ fromMs, toMs: fromMs + 1_500 })) as [Stretch, Stretch, Stretch];
  expect([...worded([c, a, b], 60_000)]).toEqual([a, c]);
});

test('the current line is the last that has begun', () => {
  expect([0, 200, 4_799, 14_500].map(ms => lineAt(lines, ms))).toEqual([-1, 0, 0, 3]);
});

test('one sentence back from just after a start is the sentence before', () => {
  expect([lineBefore(lines, 5_000), lineBefore(lines, 7_000), lineBefore(lines, 300)]).toEqual([200, 4_800, 0]);
});

test('the next sentence, and none after the last', () => {
  expect([lineAfter(lines, 4_800), lineAfter(lines, 14_000)]).toEqual([12_000, null]);
});

test('a silence is skipped to its end', () => {
  expect([silenceEnd(quiet, 7_000), silenceEnd(quiet, 12_000), silenceEnd(quiet, 11_999.999)]).toEqual([
    12_000,
    null,
    null,
  ]);
});

/** 李强 took the call at 10 s, reloaded his page at 20 s, and gave it to 陈静 at 60 s. */
const leg = (name: string, fromS: number | null, toS: number): Detail['legs'][number] => ({
  ...{ kind: 'seat', party: name, name, from: '', to: '8001', endedBy: 'seat', becauseText: '', mos: null, cost: '0' },
  ...{ beganAt: at(0), answeredAt: fromS === null ? null : at(fromS), endedAt: at(toS) },
  joinedAt: fromS === null ? null : at(fromS),
});
const at = (s: number): string => new Date(Date.UTC(2026, 10, 29, 8) + s * 1_000).toISOString();

test('a seat’s words stand under the name of who was heard then', () => {
  const legs = [leg('王芳', null, 9), leg('李强', 10, 20), leg('李强', 22, 60), leg('陈静', 60, 90)];
  const nameAt = (s: number) => seatNameAt({ legs, answeredAt: at(0) }, s * 1_000);
  expect([12, 21, 30, 61, 89].map(nameAt)).toEqual(['李强', '李强', '李强', '陈静', '陈静']);
  expect(seatNameAt({ legs: [], answeredAt: at(0) }, 1_000)).toBe('');
});
