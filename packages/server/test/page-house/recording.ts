import { mkdir, writeFile } from 'node:fs/promises';
import type { RecordingFacts } from '@lianxian/core';
import { alawSilence, alawWavHeader } from '@lianxian/telephony';
import { z } from 'zod';
import { placeIn } from '../../src/platform/data-places.ts';

/** A call as it was heard: how long, and when the callee spoke. */
export const soundWish = z.object({
  durationMs: z.number().int().max(600_000),
  voices: z.array(z.object({ fromMs: z.number().int(), toMs: z.number().int() })).default([]),
});
type SoundWish = z.output<typeof soundWish>;

const BYTES_PER_MS = 16;
/** A loud buzz of 400 Hz, a turn of which is twenty samples. */
const buzz = (sample: number): number => (sample % 20 < 10 ? 0xb5 : 0x35);

/** Stereo A-law at 8 kHz, left the callee: silent but for its voices. */
const samplesOf = ({ durationMs, voices }: SoundWish): Buffer => {
  const samples = Buffer.alloc(durationMs * BYTES_PER_MS, alawSilence);
  for (const { fromMs, toMs } of voices)
    for (let at = fromMs * BYTES_PER_MS; at < Math.min(toMs, durationMs) * BYTES_PER_MS; at += 2)
      samples[at] = buzz(at / 2);
  return samples;
};

/** Writes it where recordings lie; `name` is its file's without the extension. */
export const writeRecording = async (dataDir: string, name: string, wish: SoundWish): Promise<RecordingFacts> => {
  const samples = samplesOf(wish);
  await mkdir(placeIn(dataDir, 'recordings'), { recursive: true });
  const whole = Buffer.concat([alawWavHeader(2, samples.length), samples]);
  await writeFile(placeIn(dataDir, 'recordings', `${name}.wav`), whole);
  return { file: `${name}.wav`, durationMs: wish.durationMs, bytes: whole.length };
};
