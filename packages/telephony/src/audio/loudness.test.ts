import { expect, test } from 'vitest';
import { levelled, speechLoudness, trimmed } from './loudness.ts';
import { tone } from './tone.ts';

const joined = (...parts: readonly Int16Array[]): Int16Array => Int16Array.from(parts.flatMap(part => [...part]));
const rest = (ms: number): Int16Array => new Int16Array(ms * 8);
const decibels = (one: number, other: number): number => 20 * Math.log10(one / other);
const peak = (samples: Int16Array): number => Math.max(...samples.map(Math.abs));

test('a quiet and a loud prompt come out equally loud, and pauses do not count', () => {
  const quiet = levelled(tone([440], 500, 0.02));
  const loud = levelled(joined(tone([440], 500, 0.9), rest(2_000)));
  for (const sound of [quiet, loud]) expect(speechLoudness(sound)).toBeCloseTo(3_277, -2);
});

test('a wild peak is pressed down where it stands, and the prompt is as loud as all', () => {
  const sound = tone([440], 500, 0.05);
  sound[1_000] = 32_767;
  const out = levelled(sound);
  expect(peak(out)).toBeLessThanOrEqual(29_200);
  expect(Math.abs(decibels(speechLoudness(out), 3_277))).toBeLessThan(1);
});

test('speech with high crests is as loud as a flat voice', () => {
  const crests = tone([440], 1_000, 0.02).map((sample, n) => (n % 400 < 12 ? sample * 24 : sample));
  const out = levelled(crests);
  expect(peak(out)).toBeLessThanOrEqual(29_200);
  expect(Math.abs(decibels(speechLoudness(out), 3_277))).toBeLessThan(1);
});

test('silence stays silence, and noise is not made into speech', () => {
  expect(peak(levelled(rest(100)))).toBe(0);
  expect(peak(levelled(Int16Array.from({ length: 800 }, (_, n) => (n % 2) * 4)))).toBeLessThanOrEqual(128);
});

test('ends are cut to 40 ms of rest, and what begins at once gets them', () => {
  const sound = tone([440], 300, 0.3);
  for (const around of [joined(rest(500), sound, rest(700)), sound]) {
    const out = trimmed(around);
    expect(Math.abs(out.length / 8 - 380)).toBeLessThanOrEqual(20);
    expect(peak(out.subarray(0, 300))).toBe(0);
    expect(peak(out.subarray(out.length - 240))).toBeLessThan(1_000);
    expect(peak(out.subarray(330, 600))).toBeGreaterThan(5_000);
  }
});

test('pauses inside stay', () => {
  const out = trimmed(joined(tone([440], 200, 0.3), rest(600), tone([440], 200, 0.3)));
  expect(Math.abs(out.length / 8 - 1_080)).toBeLessThanOrEqual(20);
});

test('of silence nothing is left', () => expect(trimmed(rest(300))).toHaveLength(0));
