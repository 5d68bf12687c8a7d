/**
 * Keys heard as tones (ITU-T Q.23, received after Q.24), for far ends that agreed on no telephone-events. Eight resonators
 * after Goertzel over blocks of 102 samples (12.75 ms, 78 Hz wide); a block is a key when
 *
 *   one row and one column stand 8 dB clear of the other rows and columns,
 *   the column is at most 8 dB above and 4 dB below the row (forward and reverse twist),
 *   the two together hold 0.72 of the block's energy, and are louder than −36 dBm0 or so.
 *
 *   quiet ──(the same key in two blocks on end)──▶ key told ──(three blocks without it)──▶ quiet
 *
 * So a tone of 40 ms is always heard, one of 12 ms never, a gap of 12 ms does not make two keys of one, and speech is no
 * key: its harmonics take more than a quarter of the energy.
 */
export interface KeyTones {
  /** 20 ms of sound after `table` to 16-bit samples; tells a key at its second block. */
  readonly take: (sound: Uint8Array, table: Int16Array) => string | null;
  /** The key that sounds right now. */
  readonly sounding: () => string | null;
  /** The stream paused: whatever sounded is over. */
  readonly rest: () => void;
}

const sampleRate = 8_000;
const blockSamples = 102;
const frequencies = [697, 770, 852, 941, 1209, 1336, 1477, 1633] as const;
const pad = '123A456B789C*0#D';

const coefficients = Float64Array.from(frequencies, hertz => 2 * Math.cos((2 * Math.PI * hertz) / sampleRate));

/** 8 dB. */
const clearOfOthers = 6.31;
const forwardTwist = 6.31;
/** 4 dB. */
const reverseTwist = 2.51;
/**
 * Of the block's energy. A pair of tones on their frequencies measures 1, one that is 1.5 % off (which must be heard)
 * 0.73 at the worst; in 26 minutes of the built-in voices nothing came near 0.7.
 */
const shareOfEnergy = 0.72;
/** Mean square of a block, both tones together: RMS 330. */
const leastMeanSquare = 330 * 330;
const restBlocks = 3;

/** Of four resonators the strongest, or −1 where another comes near it. */
const strongest = (power: Float64Array, from: number): number => {
  let best = from;
  for (let i = from + 1; i < from + 4; i += 1) if (power[i]! > power[best]!) best = i;
  for (let i = from; i < from + 4; i += 1) if (i !== best && power[best]! < power[i]! * clearOfOthers) return -1;
  return best;
};

/** The key whose two tones fill the block. */
const keyOf = (power: Float64Array, energy: number): string | null => {
  if (energy < leastMeanSquare * blockSamples) return null;
  const row = strongest(power, 0);
  const column = strongest(power, 4);
  if (row < 0 || column < 0) return null;
  const [low, high] = [power[row]!, power[column]!];
  if (high > low * forwardTwist || low > high * reverseTwist) return null;
  // A sine of amplitude a gives a²N²/4 here and a²N/2 of energy.
  if ((low + high) * 2 < shareOfEnergy * energy * blockSamples) return null;
  return pad[row * 4 + column - 4]!;
};

export const createKeyTones = (): KeyTones => {
  const s1 = new Float64Array(8);
  const s2 = new Float64Array(8);
  const power = new Float64Array(8);
  let filled = 0;
  let energy = 0;
  let sounding: string | null = null;
  let candidate: string | null = null;
  let misses = 0;

  /** The end of a block: what changes, told when it is a key that begins. */
  const judge = (): string | null => {
    for (let i = 0; i < 8; i += 1) power[i] = s1[i]! * s1[i]! + s2[i]! * s2[i]! - coefficients[i]! * s1[i]! * s2[i]!;
    const key = keyOf(power, energy);
    s1.fill(0);
    s2.fill(0);
    filled = 0;
    energy = 0;
    misses = key !== null && key === sounding ? 0 : misses + 1;
    if (sounding !== null && misses >= restBlocks) sounding = null;
    const stands = key !== null && key === candidate && key !== sounding;
    candidate = key;
    if (!stands) return null;
    sounding = key;
    misses = 0;
    return key;
  };

  const step = (sample: number): void => {
    energy += sample * sample;
    for (let i = 0; i < 8; i += 1) {
      const s = sample + coefficients[i]! * s1[i]! - s2[i]!;
      s2[i] = s1[i]!;
      s1[i] = s;
    }
    filled += 1;
  };

  return {
    take: (sound, table) => {
      let told: string | null = null;
      for (let i = 0; i < sound.length; i += 1) {
        step(table[sound[i]!]!);
        if (filled === blockSamples) told = judge() ?? told;
      }
      return told;
    },
    sounding: () => sounding,
    rest: () => {
      s1.fill(0);
      s2.fill(0);
      filled = 0;
      energy = 0;
      sounding = null;
      candidate = null;
    },
  };
};
