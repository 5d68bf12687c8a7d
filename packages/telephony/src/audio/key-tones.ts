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

const SAMPLE_RATE = 8_000;
const BLOCK_SAMPLES = 102;
const frequencies = [697, 770, 852, 941, 1209, 1336, 1477, 1633] as const;
const pad = '123A456B789C*0#D';

const coefficients = Float64Array.from(frequencies, hertz => 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE));

/** 8 dB. */
const CLEAR_OF_OTHERS = 6.31;
const FORWARD_TWIST = 6.31;
/** 4 dB. */
const REVERSE_TWIST = 2.51;
/**
 * Of the block's energy. A pair of tones on their frequencies measures 1, one that is 1.5 % off (which must be heard)
 * 0.73 at the worst; in 26 minutes of the built-in voices nothing came near 0.7.
 */
const SHARE_OF_ENERGY = 0.72;
/** Mean square of a block, both tones together: RMS 330. */
const LEAST_MEAN_SQUARE = 330 * 330;
const REST_BLOCKS = 3;

/** Of four resonators the strongest, or −1 where another comes near it. */
const strongest = (power: Float64Array, from: number): number => {
  let best = from;
  for (let i = from + 1; i < from + 4; i += 1) if (power[i]! > power[best]!) best = i;
  for (let i = from; i < from + 4; i += 1) if (i !== best && power[best]! < power[i]! * CLEAR_OF_OTHERS) return -1;
  return best;
};

/** Of the block that is judged; all streams of a process share it. */
const power = new Float64Array(8);

/** The power of a block at four frequencies, the rows (0) or the columns (4): one pass, nothing stored on the way. */
const resonate = (block: Int16Array, from: 0 | 4): void => {
  const [ca, cb, cc, cd] = [
    coefficients[from]!,
    coefficients[from + 1]!,
    coefficients[from + 2]!,
    coefficients[from + 3]!,
  ];
  let [a1, a2, b1, b2, c1, c2, d1, d2] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < BLOCK_SAMPLES; i += 1) {
    const sample = block[i]!;
    const a = sample + ca * a1 - a2;
    const b = sample + cb * b1 - b2;
    const c = sample + cc * c1 - c2;
    const d = sample + cd * d1 - d2;
    a2 = a1;
    b2 = b1;
    c2 = c1;
    d2 = d1;
    a1 = a;
    b1 = b;
    c1 = c;
    d1 = d;
  }
  power[from] = a1 * a1 + a2 * a2 - ca * a1 * a2;
  power[from + 1] = b1 * b1 + b2 * b2 - cb * b1 * b2;
  power[from + 2] = c1 * c1 + c2 * c2 - cc * c1 * c2;
  power[from + 3] = d1 * d1 + d2 * d2 - cd * d1 * d2;
};

/**
 * The key whose two tones fill the block. Most blocks are silence, or speech in which no row stands out: they are
 * told by their energy, or by half of the resonators.
 */
const keyOf = (block: Int16Array): string | null => {
  let energy = 0;
  for (let i = 0; i < BLOCK_SAMPLES; i += 1) energy += block[i]! * block[i]!;
  if (energy < LEAST_MEAN_SQUARE * BLOCK_SAMPLES) return null;
  // A sine of amplitude a gives a²N²/4 as power and a²N/2 of energy.
  const leastPower = (SHARE_OF_ENERGY * energy * BLOCK_SAMPLES) / 2;
  resonate(block, 0);
  const row = strongest(power, 0);
  if (row < 0) return null;
  const low = power[row]!;
  if (low + low * FORWARD_TWIST < leastPower) return null;
  resonate(block, 4);
  const column = strongest(power, 4);
  if (column < 0) return null;
  const high = power[column]!;
  if (high > low * FORWARD_TWIST || low > high * REVERSE_TWIST || low + high < leastPower) return null;
  return pad[row * 4 + column - 4]!;
};

export const createKeyTones = (): KeyTones => {
  const block = new Int16Array(BLOCK_SAMPLES);
  let filled = 0;
  let sounding: string | null = null;
  let candidate: string | null = null;
  let misses = 0;

  /** The end of a block: what changes, told when it is a key that begins. */
  const judge = (): string | null => {
    const key = keyOf(block);
    filled = 0;
    misses = key !== null && key === sounding ? 0 : misses + 1;
    if (sounding !== null && misses >= REST_BLOCKS) sounding = null;
    const stands = key !== null && key === candidate && key !== sounding;
    candidate = key;
    if (!stands) return null;
    sounding = key;
    misses = 0;
    return key;
  };

  return {
    take: (sound, table) => {
      let told: string | null = null;
      for (let at = 0; at < sound.length; ) {
        const count = Math.min(sound.length - at, BLOCK_SAMPLES - filled);
        for (let i = 0; i < count; i += 1) block[filled + i] = table[sound[at + i]!]!;
        at += count;
        filled += count;
        if (filled === BLOCK_SAMPLES) told = judge() ?? told;
      }
      return told;
    },
    sounding: () => sounding,
    rest: () => {
      filled = 0;
      sounding = null;
      candidate = null;
    },
  };
};
