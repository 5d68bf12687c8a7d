import { expect, test } from 'vitest';
import { interruptions, type Line, lineAfter, lineAt, lineBefore, silenceEnd, silences } from './marks.ts';

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

test('a pause of three seconds or more is a silence, also the one at the end', () => {
  expect(silences(lines, 20_000)).toEqual([
    { fromMs: 6_000, toMs: 12_000 },
    { fromMs: 16_000, toMs: 20_000 },
  ]);
});

test('a line without an end lasts to the next one', () => {
  expect(silences([line(0, null), line(9_000, 10_000)], 11_000)).toEqual([]);
});

test('an interruption stands where the robot stopped', () => {
  expect(interruptions([line(10_000, 12_000, 2_000)])).toEqual([{ fromMs: 11_250, toMs: 12_750 }]);
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
  const quiet = silences(lines, 20_000);
  expect([silenceEnd(quiet, 7_000), silenceEnd(quiet, 12_000)]).toEqual([12_000, null]);
});
