/**
 * What a small recogniser for tests understands: it hears no words, but where somebody speaks and where not, as the real
 * ones' voice activity does. Each stretch of sound is the next sentence of its script; 600 ms of silence end it.
 */
interface Script {
  /** PCM of 16 bits; null: nothing new, else words so far or the whole sentence. */
  readonly hear: (pcm: Uint8Array) => { readonly words: string; readonly isWhole: boolean } | null;
}

const LOUD = 500;
const END_MS = 600;

export const createScript = (sentences: readonly string[], sampleRate: number): Script => {
  let next = 0;
  let voiceMs = 0;
  let silentMs = 0;
  return {
    hear: pcm => {
      const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
      let peak = 0;
      for (let at = 0; at + 1 < pcm.length; at += 2) peak = Math.max(peak, Math.abs(view.getInt16(at, true)));
      const ms = (pcm.length / 2 / sampleRate) * 1_000;
      const sentence = sentences[next];
      if (sentence === undefined) return null;
      if (peak > LOUD) {
        voiceMs += ms;
        silentMs = 0;
        // A character for each tenth of a second that was spoken.
        return { words: sentence.slice(0, Math.floor(voiceMs / 100)), isWhole: false };
      }
      silentMs += ms;
      if (voiceMs === 0 || silentMs < END_MS) return null;
      voiceMs = 0;
      silentMs = 0;
      next += 1;
      return { words: sentence, isWhole: true };
    },
  };
};
