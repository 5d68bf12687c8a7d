import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeAlaw } from '../audio/g711.ts';
import { alawWavHeader } from '../audio/wav.ts';
import { recordedVoices } from './recording-voices.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'voices-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Six seconds at 8 kHz: the callee sounds in these stretches, the robot all the time. */
const recording = async (callee: readonly (readonly [number, number])[]): Promise<string> => {
  const samples = new Int16Array(6 * 8_000 * 2);
  for (let at = 0; at < 6 * 8_000; at++) {
    const ms = at / 8;
    const speaks = callee.some(([from, to]) => ms >= from && ms < to);
    samples[at * 2] = speaks ? 8_000 * Math.sin(at / 4) : 3 * Math.sin(at);
    samples[at * 2 + 1] = 2_000 * Math.sin(at / 5);
  }
  const sound = encodeAlaw(samples);
  const file = join(folder, `${callee.length}.wav`);
  await writeFile(file, Buffer.concat([alawWavHeader(2, sound.length), sound]));
  return file;
};

test('the callee’s voices of a recording are found where they are, the robot’s are not', async () => {
  const voices = await recordedVoices(
    await recording([
      [1_000, 1_800],
      [4_000, 4_600],
    ]),
  );
  if (typeof voices === 'string') throw new Error(voices);
  expect(voices).toHaveLength(2);
  const [first, second] = voices;
  expect(Math.abs(first!.fromMs - 1_000)).toBeLessThanOrEqual(40);
  expect(Math.abs(first!.toMs - 1_800)).toBeLessThanOrEqual(40);
  expect(Math.abs(second!.fromMs - 4_000)).toBeLessThanOrEqual(40);
});

test('a quiet call has none, and what is no recording of ours is refused by name', async () => {
  expect(await recordedVoices(await recording([]))).toEqual([]);
  const file = join(folder, 'not.wav');
  await writeFile(file, 'no sound');
  expect(await recordedVoices(file)).toBe('notWav');
});
