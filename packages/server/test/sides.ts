import { decodeWav } from '@lianxian/telephony';

/** Left the callee, right the robot: the samples of a recording, as it lies on the disk or as it leaves. */
export const side = (wav: Uint8Array, which: 0 | 1): Int16Array => {
  const sound = decodeWav(wav);
  if (typeof sound === 'string') throw new Error(sound);
  return sound.channels[which] ?? new Int16Array();
};

/** 100 ms. */
const PIECE = 800;

/** How much of a sound is a tone of so many hertz, 0…1: Goertzel over pieces of 100 ms, in their order. */
export const sharesOfTone = (sound: Int16Array, hertz: number): readonly number[] =>
  Array.from({ length: Math.floor(sound.length / PIECE) }, (_, n) =>
    shareIn(sound.subarray(n * PIECE, (n + 1) * PIECE), hertz),
  );

/** The median of them. */
export const shareOfTone = (sound: Int16Array, hertz: number): number => {
  const shares = sharesOfTone(sound, hertz).toSorted((a, b) => a - b);
  return shares[shares.length >> 1] ?? 0;
};

const shareIn = (samples: Int16Array, hertz: number): number => {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / 8_000);
  let [last, before, energy] = [0, 0, 0];
  for (const sample of samples) {
    [last, before] = [sample + turn * last - before, last];
    energy += sample * sample;
  }
  const power = last * last + before * before - turn * last * before;
  return energy === 0 ? 0 : (2 * power) / (samples.length * energy);
};

export const loudest = (samples: Int16Array): number =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
