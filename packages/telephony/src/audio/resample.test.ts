import { expect, test } from 'vitest';
import { resample } from './resample.ts';

const sine = (hertz: number, rate: number, seconds = 0.5): Int16Array =>
  Int16Array.from({ length: rate * seconds }, (_, n) =>
    Math.round(10_000 * Math.sin((2 * Math.PI * hertz * n) / rate)),
  );

/** Amplitude at one frequency (Goertzel), away from the edges. */
const amplitude = (samples: Int16Array, hertz: number, rate: number): number => {
  const middle = samples.subarray(400, samples.length - 400);
  let [re, im] = [0, 0];
  for (const [n, sample] of middle.entries()) {
    re += sample * Math.cos((2 * Math.PI * hertz * n) / rate);
    im += sample * Math.sin((2 * Math.PI * hertz * n) / rate);
  }
  return (2 * Math.hypot(re, im)) / middle.length;
};

test.each([22_050, 16_000, 44_100, 48_000, 11_025])('speech frequencies pass from %i Hz to the telephone', rate => {
  for (const hertz of [300, 1_000, 3_000]) {
    const out = resample(sine(hertz, rate), rate, 8_000);
    expect(out.length).toBeCloseTo(4_000, -1);
    expect(amplitude(out, hertz, 8_000)).toBeGreaterThan(9_500);
    expect(amplitude(out, hertz, 8_000)).toBeLessThan(10_500);
  }
});

test.each([
  [5_000, 3_000],
  [6_000, 2_000],
  [9_000, 1_000],
])('%i Hz does not come back as %i Hz', (hertz, alias) => {
  expect(amplitude(resample(sine(hertz, 22_050), 22_050, 8_000), alias, 8_000)).toBeLessThan(30);
});

test('up is fine as well, and the same rate is the same sound', () => {
  const sound = sine(1_000, 8_000);
  expect(resample(sound, 8_000, 8_000)).toBe(sound);
  expect(amplitude(resample(sound, 8_000, 16_000), 1_000, 16_000)).toBeGreaterThan(9_500);
});

test('full scale does not wrap around', () => {
  const square = Int16Array.from({ length: 4_000 }, (_, n) => (n % 100 < 50 ? 32_767 : -32_768));
  const out = resample(square, 22_050, 8_000);
  expect(out.slice(20, 26).every(sample => sample < -20_000) || out.slice(2, 15).every(sample => sample > 20_000)).toBe(
    true,
  );
});

test('nothing becomes nothing', () => expect(resample(new Int16Array(), 22_050, 8_000)).toHaveLength(0));
