/**
 * Brings speech to the telephone's one loudness, so that prompts of different voices and recordings do not jump. Loudness
 * is the RMS of the frames in which somebody speaks; pauses do not count. 8 kHz samples in, 8 kHz samples out.
 */
const FRAME_SAMPLES = 80;
/** −20 dBFS while speaking: where telephone networks run. */
const SPEECH_LEVEL = 3_277;
/** Peaks stay 1 dB below full scale. */
const PEAK_LIMIT = 29_200;
/** Frames this far below the loudest one (−26 dB) are pauses. */
const PAUSE_SHARE = 0.05;
/** Nothing is lifted more than 30 dB: noise is not made into speech. */
const MAX_GAIN = 32;

const frameLevels = (samples: Int16Array): number[] => {
  const levels: number[] = [];
  for (let from = 0; from < samples.length; from += FRAME_SAMPLES) {
    const frame = samples.subarray(from, from + FRAME_SAMPLES);
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
  const threshold = greatest(levels) * PAUSE_SHARE;
  const spoken = levels.filter(level => level > threshold);
  return spoken.length === 0 ? 0 : Math.sqrt(spoken.reduce((sum, level) => sum + level * level, 0) / spoken.length);
};

/**
 * To the one loudness. Peaks that would pass the limit are pressed down for some milliseconds around them, not cut; the
 * gain makes up for what that takes away, as far as one wild peak does not stand alone.
 */
export const levelled = (samples: Int16Array): Int16Array => {
  const loudness = speechLoudness(samples);
  if (loudness === 0) return samples;
  let gain = Math.min(SPEECH_LEVEL / loudness, MAX_GAIN);
  let out = limited(samples, gain);
  for (let round = 0; round < MAKE_UP_ROUNDS; round += 1) {
    const short = SPEECH_LEVEL / Math.max(1, speechLoudness(out));
    if (Math.abs(short - 1) < 0.01) break;
    gain = Math.min(gain * short, MAX_GAIN);
    out = limited(samples, gain);
  }
  return out;
};

const MAKE_UP_ROUNDS = 3;
/** The limiter looks so far ahead, 5 ms, and lets go over ten times as long: no sample steps, no vowel is distorted. */
const LOOK_AHEAD_SAMPLES = 40;
const release = 1 / (10 * LOOK_AHEAD_SAMPLES);

/** Gain with a look-ahead limiter at `PEAK_LIMIT`. */
const limited = (samples: Int16Array, gain: number): Int16Array => {
  if (greatest(samples) * gain <= PEAK_LIMIT) return samples.map(sample => Math.round(sample * gain));
  const holds = new Float64Array(samples.length).fill(1);
  for (let at = 0; at < samples.length; at += 1) {
    const size = Math.abs(samples[at]!) * gain;
    if (size <= PEAK_LIMIT) continue;
    const share = PEAK_LIMIT / size;
    for (let before = 0; before < LOOK_AHEAD_SAMPLES && before <= at; before += 1) {
      const ramp = share + ((1 - share) * before) / LOOK_AHEAD_SAMPLES;
      if (holds[at - before]! > ramp) holds[at - before] = ramp;
    }
  }
  let held = 1;
  return samples.map((sample, at) => {
    held = Math.min(holds[at]!, held + release);
    return Math.round(sample * gain * held);
  });
};

/** −45 dB below the loudest frame: breath and the ends of consonants still count as speech. */
const SILENCE_SHARE = 0.0056;
const LEAST_LEVEL = 20;
const PAD_SAMPLES = 40 * 8;

/**
 * Cuts silence off both ends and leaves exactly 40 ms of rest there, silence added where the sound begins at once; the
 * first and last 2 ms of sound fade, so that no click stands at an edge.
 */
export const trimmed = (samples: Int16Array): Int16Array => {
  const levels = frameLevels(samples);
  const threshold = Math.max(LEAST_LEVEL, greatest(levels) * SILENCE_SHARE);
  const first = levels.findIndex(level => level > threshold);
  if (first < 0) return new Int16Array();
  const last = levels.findLastIndex(level => level > threshold);
  const start = first * FRAME_SAMPLES - PAD_SAMPLES;
  const end = Math.min((last + 1) * FRAME_SAMPLES, samples.length) + PAD_SAMPLES;
  const out = new Int16Array(end - start);
  const from = Math.max(0, start);
  out.set(faded(samples.subarray(from, Math.min(end, samples.length))), from - start);
  return out;
};

const FADE_SAMPLES = 16;

const faded = (samples: Int16Array): Int16Array =>
  samples.map((sample, n) =>
    Math.round(sample * Math.min(1, (n + 1) / FADE_SAMPLES, (samples.length - n) / FADE_SAMPLES)),
  );
