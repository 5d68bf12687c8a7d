/**
 * Brings speech to the telephone's one loudness, so that prompts of different voices and recordings do not jump. Loudness
 * is the RMS of the frames in which somebody speaks; pauses do not count. 8 kHz samples in, 8 kHz samples out.
 */
const frameSamples = 80;
/** −20 dBFS while speaking: where telephone networks run. */
const speechLevel = 3_277;
/** Peaks stay 1 dB below full scale; a prompt with one wild peak is a little quieter instead of clipped. */
const peakLimit = 29_200;
/** Frames this far below the loudest one (−26 dB) are pauses. */
const pauseShare = 0.05;
/** Nothing is lifted more than 30 dB: noise is not made into speech. */
const maxGain = 32;

const frameLevels = (samples: Int16Array): number[] => {
  const levels: number[] = [];
  for (let from = 0; from < samples.length; from += frameSamples) {
    const frame = samples.subarray(from, from + frameSamples);
    levels.push(Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length));
  }
  return levels;
};

const greatest = (values: Iterable<number>): number => {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
};

/** RMS of the spoken frames; 0 for silence. */
export const speechLoudness = (samples: Int16Array): number => {
  const levels = frameLevels(samples);
  const threshold = greatest(levels) * pauseShare;
  const spoken = levels.filter(level => level > threshold);
  return spoken.length === 0 ? 0 : Math.sqrt(spoken.reduce((sum, level) => sum + level * level, 0) / spoken.length);
};

export const levelled = (samples: Int16Array): Int16Array => {
  const loudness = speechLoudness(samples);
  if (loudness === 0) return samples;
  const gain = Math.min(speechLevel / loudness, peakLimit / greatest(samples), maxGain);
  return samples.map(sample => Math.round(sample * gain));
};

/** −45 dB below the loudest frame: breath and the ends of consonants still count as speech. */
const silenceShare = 0.0056;
const leastLevel = 20;
const padSamples = 40 * 8;

/**
 * Cuts silence off both ends and leaves exactly 40 ms of rest there, silence added where the sound begins at once; the
 * first and last 2 ms of sound fade, so that no click stands at an edge.
 */
export const trimmed = (samples: Int16Array): Int16Array => {
  const levels = frameLevels(samples);
  const threshold = Math.max(leastLevel, greatest(levels) * silenceShare);
  const first = levels.findIndex(level => level > threshold);
  if (first < 0) return new Int16Array();
  const last = levels.findLastIndex(level => level > threshold);
  const start = first * frameSamples - padSamples;
  const end = Math.min((last + 1) * frameSamples, samples.length) + padSamples;
  const out = new Int16Array(end - start);
  const from = Math.max(0, start);
  out.set(faded(samples.subarray(from, Math.min(end, samples.length))), from - start);
  return out;
};

const fadeSamples = 16;

const faded = (samples: Int16Array): Int16Array =>
  samples.map((sample, n) =>
    Math.round(sample * Math.min(1, (n + 1) / fadeSamples, (samples.length - n) / fadeSamples)),
  );
