/** The part of the emscripten build that this program uses; the package ships no types. */
interface EspeakWorker {
  /** eSpeak's own name of a voice with its variant, like `cmn+f2`. */
  set_voice(name: string): number;
  /** Words a minute, 80–450. */
  set_rate(rate: number): void;
  /** 0–99. */
  set_pitch(pitch: number): void;
  /** Span of the intonation, 0–100. */
  set_range(range: number): void;
  get_samplerate(): number;
  /** Calls back piece by piece; the samples are a copy. Answering true stops it. */
  synthesize(text: string, take: (samples: Int16Array) => boolean): void;
  synthesize_ipa(text: string): { readonly code: number; readonly ipa: string };
}

declare module '@echogarden/espeak-ng-emscripten' {
  const load: () => Promise<{ readonly eSpeakNGWorker: new () => EspeakWorker }>;
  export = load;
}
