import { expect, test } from 'vitest';
import { decodeAlaw } from '../audio/g711.ts';
import { createMusic, holdMusic } from './music.ts';

test('the music is 16 s that end as they begin, steady and well below a voice', () => {
  const sound = decodeAlaw(holdMusic());
  expect(sound).toHaveLength(16 * 8_000);
  const rms = (from: number, to: number): number =>
    Math.sqrt(sound.subarray(from, to).reduce((sum, sample) => sum + sample * sample, 0) / (to - from));
  // A voice of the house has an RMS of some 3,000 to 4,000 while it speaks.
  expect(rms(0, sound.length)).toBeGreaterThan(1_500);
  expect(rms(0, sound.length)).toBeLessThan(2_500);
  for (let from = 0; from < sound.length; from += 8_000) expect(rms(from, from + 8_000)).toBeGreaterThan(900);
  const loudest = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(loudest).toBeLessThan(16_384);
  const seam = Math.abs(sound[0]! - sound.at(-1)!);
  expect(seam).toBeLessThan(2_000);
});

test('it plays round and round, for each leg from its beginning', () => {
  const sound = Uint8Array.from({ length: 400 }, (_, n) => n % 200);
  const [one, other] = [createMusic(sound), createMusic(sound)];
  const target = new Uint8Array(160);
  const firsts = Array.from({ length: 6 }, () => one.frame(target, 0) && target[0]);
  expect(firsts).toEqual([0, 160, 120, 80, 40, 0]);
  expect(other.frame(target, 0) && target[0]).toBe(0);
  expect(createMusic(new Uint8Array()).frame(target, 0)).toBe(false);
});
