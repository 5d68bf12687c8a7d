/** What makes one hear a recording again before it is kept. */
type Doubt = 'clipped' | 'noisy' | 'cutStart' | 'cutEnd' | 'short' | 'long';

/** Of the loudest a file can hold; what was louder when it was recorded lies flat up there. */
const loudest = 0.99;
/** A word that ends loud touches it; a voice that was too near lies there for longer. */
const clippedShare = 0.002;

/** Samples of one channel, −1…1: was it louder than could be recorded? */
export const isClipped = (samples: Float32Array): boolean =>
  samples.reduce((count, sample) => count + Number(Math.abs(sample) >= loudest), 0) > samples.length * clippedShare;

/** How loud parts of so many ms are, and what part of them is taken for the rest between words, and for the voice. */
const partMs = 20;
const restShare = 0.1;
const voiceShare = 0.9;
/** A rest that is louder than this, and near to the voice, is noise; as loud as the voice itself there is no rest to judge by. */
const audible = 0.01;
const nearVoice = 0.2;
const noRest = 0.6;
/** Who begins or ends at a good part of his loudness was cut there. */
const cutAt = 0.35;
const endParts = 2;

const partsOf = (samples: Float32Array, rate: number): readonly number[] => {
  const size = Math.max(1, Math.round((rate * partMs) / 1000));
  return Array.from({ length: Math.floor(samples.length / size) }, (_, n) => {
    const part = samples.subarray(n * size, (n + 1) * size);
    return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / size);
  });
};

/** What a recording by microphone may have beside being too loud. A file was trimmed by whoever made it. */
export interface LiveFaults {
  readonly isNoisy: boolean;
  readonly isCutStart: boolean;
  readonly isCutEnd: boolean;
}

export const liveFaultsIn = (samples: Float32Array, rate: number): LiveFaults => {
  const parts = partsOf(samples, rate);
  const sorted = parts.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const [rest, voice] = [at(restShare), at(voiceShare)];
  const isLoud = (some: readonly number[]) => some.some(part => part > audible && part > voice * cutAt);
  return {
    isNoisy: rest > audible && rest > voice * nearVoice && rest < voice * noRest,
    isCutStart: isLoud(parts.slice(0, endParts)),
    isCutEnd: isLoud(parts.slice(-endParts)),
  };
};

/** Nobody says a syllable faster; nobody takes longer over one, with time to breathe. Ms. */
const hurriedMs = 80;
const drawnOutMs = 800;
const restsMs = 4_000;
const lettersOfSyllable = 3;
const usualMs = 220;

/** About so many syllables: a character or figure is one, a word of letters has one for every three. */
export const syllablesIn = (text: string): number => {
  const signs = text.match(/[\p{L}\p{N}]/gu) ?? [];
  const letters = signs.filter(sign => /\p{Script=Latin}/u.test(sign)).length;
  return signs.length - letters + Math.ceil(letters / lettersOfSyllable);
};

/** How long one says it at an easy pace. */
export const usualMsOf = (text: string): number => Math.round(syllablesIn(text) * usualMs);

interface Heard extends Partial<LiveFaults> {
  readonly durationMs: number;
  readonly isClipped: boolean;
}

export const doubtsOf = (text: string, { durationMs, isClipped, ...live }: Heard): readonly Doubt[] => {
  const syllables = syllablesIn(text);
  return [
    ...(isClipped ? (['clipped'] as const) : []),
    ...(live.isNoisy ? (['noisy'] as const) : []),
    ...(live.isCutStart ? (['cutStart'] as const) : []),
    ...(live.isCutEnd ? (['cutEnd'] as const) : []),
    ...(durationMs < syllables * hurriedMs ? (['short'] as const) : []),
    ...(durationMs > restsMs + syllables * drawnOutMs ? (['long'] as const) : []),
  ];
};
