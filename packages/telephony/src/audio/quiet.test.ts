import { expect, test } from 'vitest';
import { encodeAlaw } from './g711.ts';
import { createQuiet } from './quiet.ts';

type Sound = (ms: number) => number;
const silence: Sound = () => 0;
/** Noise from the same seed in each run. */
const noise = (rms: number): Sound => {
  let seed = 7;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (seed / 1_073_741_824 - 1) * rms * Math.sqrt(3);
  };
};
/** A voice of that RMS in these stretches, with pauses between its syllables. */
const voice =
  (rms: number, ...stretches: readonly (readonly [number, number])[]): Sound =>
  ms =>
    stretches.some(([from, to]) => ms >= from && ms < to) && ms % 250 < 180 ? rms * Math.SQRT2 * Math.sin(ms * 2.3) : 0;
const both =
  (...sounds: readonly Sound[]): Sound =>
  ms =>
    sounds.reduce((sum, sound) => sum + sound(ms), 0);

const quietOf = (seconds: number, callee: Sound, robot: Sound) => {
  const samples = new Int16Array(seconds * 8_000 * 2);
  for (let at = 0; at < seconds * 8_000; at += 1) {
    samples[at * 2] = callee(at / 8);
    samples[at * 2 + 1] = robot(at / 8);
  }
  const bytes = encodeAlaw(samples);
  const quiet = createQuiet(bytes.length, 8_000);
  // In pieces that end in the middle of a frame.
  for (let at = 0; at < bytes.length; at += 1_001) quiet.take(bytes.subarray(at, at + 1_001), at);
  return quiet.result().map(({ fromMs, toMs }) => [Math.round(fromMs / 200) / 5, Math.round(toMs / 200) / 5]);
};

test('where neither side sounds for three seconds is silence, at the end too', () => {
  expect(quietOf(20, voice(2_000, [4_000, 5_000]), voice(3_000, [0, 4_000], [5_000, 6_000]))).toEqual([[6, 20]]);
  expect(quietOf(20, voice(2_000, [12_000, 13_000]), voice(3_000, [0, 6_000]))).toEqual([
    [6, 12],
    [13, 20],
  ]);
  expect(quietOf(8, voice(2_000, [5_800, 8_000]), voice(3_000, [0, 3_000]))).toEqual([]);
});

test('what the callee says is no silence, however softly, over an idle line, comfort noise or a street', () => {
  for (const [speaks, under] of [
    [300, 0],
    [300, 40],
    [400, 60],
    [1_000, 250],
    [2_500, 600],
  ] as const)
    expect([speaks, quietOf(10, both(voice(speaks, [0, 10_000]), noise(under)), silence)]).toEqual([speaks, []]);
});

test('comfort noise and a quiet room are silence; a click in it does not part it', () => {
  const click: Sound = ms => (ms >= 5_000 && ms < 5_010 ? 9_000 : 0);
  expect(quietOf(10, both(noise(50), click), voice(3_000, [0, 2_000]))).toEqual([[2, 10]]);
  expect(quietOf(10, noise(180), voice(3_000, [0, 2_000]))).toEqual([[2, 10]]);
});

test('a robot that speaks, or music on either side, is none; nothing at all is', () => {
  expect(quietOf(10, silence, voice(900, [0, 10_000]))).toEqual([]);
  expect(quietOf(10, ms => 1_500 * Math.sin(ms), silence)).toEqual([]);
  expect(quietOf(10, silence, silence)).toEqual([[0, 10]]);
});
