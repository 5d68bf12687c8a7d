import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alawWavHeader, decodeAlaw, encodeAlaw, recordingPeaks } from '@lianxian/telephony';
import { describe, expect, it } from 'vitest';
import { callAmbience, over } from './ambience.ts';
import { FRAME_SAMPLES } from './frames.ts';
import { ringback } from './ringback.ts';
import { streetNoise } from './street-noise.ts';

const rms = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

const frames = (samples: Int16Array): readonly number[] =>
  Array.from({ length: samples.length / FRAME_SAMPLES }, (_, i) =>
    rms(samples.subarray(i * FRAME_SAMPLES, (i + 1) * FRAME_SAMPLES)),
  );

describe('what lies under a call', () => {
  it('is whole frames, so that pieces join, and shared by all calls', () => {
    for (const ambience of [
      callAmbience(true, null)!,
      callAmbience(false, 3000)!,
      callAmbience(true, 3000)!,
      ringback(),
    ])
      expect(ambience.samples.length % FRAME_SAMPLES).toBe(0);
    expect(callAmbience(true, 3000)).toBe(callAmbience(true, 3000));
    expect(callAmbience(false, null)).toBeNull();
  });

  it('a street is heard, and swells by less than a voice stands out of it', () => {
    const levels = frames(streetNoise());
    // Voice counts from RMS 160 on and 9 dB above the floor of the last two seconds.
    expect(Math.min(...levels)).toBeGreaterThan(160);
    const spread = levels.map((level, i) => level / Math.min(...levels.slice(Math.max(0, i - 75), i + 1)));
    expect(20 * Math.log10(Math.max(...spread))).toBeLessThan(9);
  });

  it('joins its end to its beginning without a click', () => {
    for (const { samples } of [callAmbience(true, null)!, ringback()]) {
      const steps = samples.map((sample, i) => Math.abs(sample - samples[(i + 1) % samples.length]!));
      expect(steps.at(-1)).toBeLessThanOrEqual(Math.max(...steps.slice(0, -1)));
    }
  });

  it('a ringback is music: loud notes, never cut off, never silent for a second', () => {
    const levels = frames(ringback().samples);
    expect(Math.max(...ringback().samples)).toBeLessThan(8_000);
    const seconds = Array.from({ length: Math.floor(levels.length / 50) }, (_, i) => levels.slice(i * 50, i * 50 + 50));
    for (const second of seconds) expect(Math.max(...second)).toBeGreaterThan(400);
  });

  it('lies under a sentence too, which keeps its length to a frame', () => {
    const ambience = callAmbience(true, null)!;
    const silence = new Uint8Array(1_000).fill(0xd5);
    const mixed = decodeAlaw(over(silence, ambience));
    expect(mixed.length).toBe(7 * FRAME_SAMPLES);
    expect(rms(mixed)).toBeGreaterThan(160);
  });
});

it('in the recording of a callee on a street the pauses are silence, and the words are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'street-'));
  const street = streetNoise();
  const seconds = 16;
  const both = new Int16Array(seconds * 8_000 * 2);
  for (let at = 0; at < seconds * 8_000; at += 1) {
    const speaks = at >= 6 * 8_000 && at < 10 * 8_000 && at % 2_000 < 1_400;
    both[2 * at] = (street[at % street.length] ?? 0) + (speaks ? 2_000 * Math.sin(at / 3) : 0);
  }
  const sound = encodeAlaw(both);
  const file = join(folder, 'street.wav');
  await writeFile(file, Buffer.concat([alawWavHeader(2, sound.length), sound]));
  const peaks = await recordingPeaks(file, 100);
  await rm(folder, { recursive: true });
  if (typeof peaks === 'string') throw new Error(peaks);
  expect(peaks.quiet.map(({ fromMs, toMs }) => [Math.round(fromMs / 500) / 2, Math.round(toMs / 500) / 2])).toEqual([
    [0, 6],
    [10, 16],
  ]);
});
