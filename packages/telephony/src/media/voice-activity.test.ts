import { dice } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { encodeAlaw, encodeUlaw } from '../audio/g711.ts';
import { tone } from '../audio/tone.ts';
import { createVoiceActivity, frameEnergy } from './voice-activity.ts';

/** RMS of a frame → its energy; a speaker has syllables of 160 ms with dips between them. */
const level = (rms: number): number => rms * rms;
const chance = dice(7);
const noisy = (rms: number): number => level(rms) * (0.75 + chance.next() / 2);

interface Stretch {
  readonly ms: number;
  readonly noise: number;
  readonly speech?: number;
  readonly ours?: number;
}

/** Changes as `speaking@120`: at the end of which millisecond. */
const changes = (...stretches: readonly Stretch[]): string[] => {
  const activity = createVoiceActivity();
  const seen: string[] = [];
  let at = 0;
  for (const { ms, noise, speech = 0, ours = 0 } of stretches)
    for (let frame = 0; frame < ms / 20; frame += 1) {
      const syllable = frame % 10 < 8 ? level(speech) : level(speech / 20);
      at += 20;
      const change = activity.frame(noisy(noise) + syllable, level(ours));
      if (change) seen.push(`${change}@${at}`);
    }
  return seen;
};

test('speech is told after 80 ms, its end after 460 ms', () => {
  // The last syllable's two dip frames already count as quiet.
  expect(changes({ ms: 1_000, noise: 30 }, { ms: 1_000, noise: 30, speech: 3_000 }, { ms: 1_000, noise: 30 })).toEqual([
    'speaking@1080',
    'quiet@2420',
  ]);
});

test('a word that opens the call is heard', () => {
  expect(changes({ ms: 400, noise: 30, speech: 2_000 })).toEqual(['speaking@80']);
});

test('a click of 40 ms is no speech', () => {
  expect(changes({ ms: 500, noise: 30 }, { ms: 40, noise: 9_000 }, { ms: 500, noise: 30 })).toEqual([]);
});

test('a pause between words is no end', () => {
  expect(
    changes(
      { ms: 500, noise: 30 },
      { ms: 800, noise: 30, speech: 3_000 },
      { ms: 300, noise: 30 },
      { ms: 800, noise: 30, speech: 3_000 },
    ),
  ).toEqual(['speaking@580']);
});

test.each([60, 140, 400, 1_500, 5_000])('constant noise of level %i ends in quiet and stays there', noise => {
  const seen = changes({ ms: 30_000, noise });
  expect(seen.length).toBeLessThanOrEqual(2);
  expect(seen.at(-1)?.startsWith('speaking') ?? false).toBe(false);
});

test('a fan that starts in the middle is taken for speech for two and a half seconds at most', () => {
  const seen = changes({ ms: 5_000, noise: 30 }, { ms: 10_000, noise: 800 });
  expect(seen).toHaveLength(2);
  expect(Number(seen[1]!.split('@')[1])).toBeLessThanOrEqual(5_000 + 2_600);
});

test('speech over the noise of a street is heard', () => {
  expect(changes({ ms: 4_000, noise: 400 }, { ms: 1_000, noise: 400, speech: 4_000 }).at(-1)).toBe('speaking@4080');
});

test('packets lost on a noisy line make no voice of the noise', () => {
  const activity = createVoiceActivity();
  for (let frame = 0; frame < 200; frame += 1) activity.frame(noisy(400), 0);
  const seen: string[] = [];
  for (let frame = 0; frame < 100; frame += 1) {
    const change = activity.frame(frame < 8 ? null : noisy(400), 0);
    if (change) seen.push(change);
  }
  expect(seen).toEqual([]);
});

test('who sends nothing while quiet is heard to speak and to stop', () => {
  const activity = createVoiceActivity();
  const hear = (frames: number, energy: number | null) =>
    Array.from({ length: frames }, () => activity.frame(energy, 0)).filter(change => change !== null);
  expect(hear(100, null)).toEqual([]);
  expect(hear(10, level(2_000))).toEqual(['speaking']);
  for (let turn = 0; turn < 20; turn += 1) {
    expect(hear(100, null)).toEqual(['quiet']);
    expect(hear(20, level(2_000))).toEqual(['speaking']);
  }
});

test('a long sentence does not become its own noise', () => {
  expect(changes({ ms: 500, noise: 30 }, { ms: 20_000, noise: 30, speech: 3_000 })).toEqual(['speaking@580']);
});

test('our own echo, 26 dB down, is no speech; who speaks over our prompt is heard', () => {
  const echo = { ms: 4_000, noise: 30, speech: 200, ours: 4_000 };
  expect(changes({ ms: 500, noise: 30 }, echo)).toEqual([]);
  expect(changes({ ms: 500, noise: 30 }, echo, { ms: 400, noise: 30, speech: 2_500, ours: 4_000 })).toEqual([
    'speaking@4580',
  ]);
});

test('energy is the mean square in either law', () => {
  const samples = tone([1_000], 100, 0.5).subarray(160, 320);
  const meanSquare = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  expect(frameEnergy(encodeAlaw(samples), 'PCMA', 0, 160) / meanSquare).toBeCloseTo(1, 1);
  expect(frameEnergy(encodeUlaw(samples), 'PCMU', 0, 160) / meanSquare).toBeCloseTo(1, 1);
  expect(frameEnergy(new Uint8Array(), 'PCMA', 0, 0)).toBe(0);
});
