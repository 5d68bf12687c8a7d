/**
 * How loud one frequency is in a stretch of sound, in dB of full scale (a sine of amplitude 1 is 0 dB). Goertzel's
 * algorithm with a Hann window; the longer the stretch, the narrower the band it listens to (about 4 / seconds Hz).
 */
export const toneDb = (samples: Float32Array, hz: number, sampleRate: number): number => {
  if (samples.length === 0) return Number.NEGATIVE_INFINITY;
  const turn = (2 * Math.PI * hz) / sampleRate;
  const coefficient = 2 * Math.cos(turn);
  let last = 0;
  let beforeLast = 0;
  let windowSum = 0;
  for (let i = 0; i < samples.length; i++) {
    const weight = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / samples.length);
    const now = samples[i]! * weight + coefficient * last - beforeLast;
    beforeLast = last;
    last = now;
    windowSum += weight;
  }
  const power = last * last + beforeLast * beforeLast - coefficient * last * beforeLast;
  return 10 * Math.log10(Math.max(power, 1e-20)) - 20 * Math.log10(windowSum / 2);
};

const WINDOW_MS = 250;

/**
 * Per quarter of a second: does `hz` stand at least `marginDb` above its neighbours 60 Hz to either side? A tone, and not
 * merely loud speech that also holds that frequency.
 */
const windowsOf = (samples: Float32Array, hz: number, sampleRate: number, marginDb: number): readonly boolean[] => {
  const size = Math.round((sampleRate * WINDOW_MS) / 1_000);
  const windows: boolean[] = [];
  for (let at = 0; at + size <= samples.length; at += size) {
    const window = samples.subarray(at, at + size);
    const beside = Math.max(toneDb(window, hz - 60, sampleRate), toneDb(window, hz + 60, sampleRate));
    windows.push(toneDb(window, hz, sampleRate) > Math.max(beside + marginDb, -75));
  }
  return windows;
};

/** The share (0–1) of a sound's quarter seconds in which a tone is there. */
export const tonePresence = (samples: Float32Array, hz: number, sampleRate: number, marginDb = 10): number => {
  const windows = windowsOf(samples, hz, sampleRate, marginDb);
  return windows.length === 0 ? 0 : windows.filter(Boolean).length / windows.length;
};

/** The longest time in ms for which a tone is not there; speech over it hides it for words at a time. */
export const toneGapMs = (samples: Float32Array, hz: number, sampleRate: number, marginDb = 10): number => {
  let longest = 0;
  let gap = 0;
  for (const isThere of windowsOf(samples, hz, sampleRate, marginDb)) {
    gap = isThere ? 0 : gap + WINDOW_MS;
    longest = Math.max(longest, gap);
  }
  return longest;
};
