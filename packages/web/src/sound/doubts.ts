/** What makes one hear a recording again before it is kept. */
type Doubt = 'clipped' | 'short' | 'long';

/** Of the loudest a file can hold; what was louder when it was recorded lies flat up there. */
const loudest = 0.99;
/** A word that ends loud touches it; a voice that was too near lies there for longer. */
const clippedShare = 0.002;

/** Samples of one channel, −1…1: was it louder than could be recorded? */
export const isClipped = (samples: Float32Array): boolean =>
  samples.reduce((count, sample) => count + Number(Math.abs(sample) >= loudest), 0) > samples.length * clippedShare;

/** Nobody says a syllable faster; nobody takes longer over one, with time to breathe. Ms. */
const hurriedMs = 80;
const drawnOutMs = 800;
const restsMs = 4_000;
const lettersOfSyllable = 3;

/** About so many syllables: a character or figure is one, a word of letters has one for every three. */
export const syllablesIn = (text: string): number => {
  const signs = text.match(/[\p{L}\p{N}]/gu) ?? [];
  const letters = signs.filter(sign => /\p{Script=Latin}/u.test(sign)).length;
  return signs.length - letters + Math.ceil(letters / lettersOfSyllable);
};

export const doubtsOf = (
  text: string,
  { durationMs, isClipped }: { readonly durationMs: number; readonly isClipped: boolean },
): readonly Doubt[] => {
  const syllables = syllablesIn(text);
  return [
    ...(isClipped ? (['clipped'] as const) : []),
    ...(durationMs < syllables * hurriedMs ? (['short'] as const) : []),
    ...(durationMs > restsMs + syllables * drawnOutMs ? (['long'] as const) : []),
  ];
};
