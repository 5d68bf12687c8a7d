import { decodeAlaw, speechWav } from '@lianxian/telephony';
import type { EgressGuard } from '../platform/egress-guard.ts';
import { askService, below, ServiceFailed } from './http-failure.ts';
import { MOST_CHARACTERS, MOST_SOUND_BYTES, SPEECH_LIMIT_MS } from './openai-speech.ts';
import type { Synthesiser } from './ports/synthesiser.ts';
import { telephoneSound } from './telephone-sound.ts';
import { createDoubler, samplesOf } from './upsample.ts';

/**
 * CosyVoice's own server (github.com/FunAudioLLM/CosyVoice, runtime/python/fastapi/server.py): `POST /inference_sft` with a
 * speaker of the model, or `POST /inference_zero_shot` with a recording of a few seconds and its words, whose voice is
 * then copied. The answer is bare 16-bit PCM as it is made. Its rate is the model's: newer servers tell it in
 * `X-Custom-Header-sampleRate`, else it is what the settings say (22,050 of CosyVoice, 24,000 of CosyVoice 2 and 3).
 */
interface CosyVoiceOptions {
  readonly egress: EgressGuard;
  readonly baseUrl: string;
  readonly manner:
    | { readonly speaker: string }
    /** A WAV of at least 16 kHz, as the server wants it, and of at most 30 s; `id` names it for the cache. */
    | { readonly words: string; readonly recording: () => Uint8Array; readonly id: string };
  readonly sampleRate: number;
  readonly timeLimitMs?: number;
}

const form = (text: string, manner: CosyVoiceOptions['manner']): { path: string; form: FormData } => {
  const data = new FormData();
  data.set('tts_text', text);
  if ('speaker' in manner) {
    data.set('spk_id', manner.speaker);
    return { path: 'inference_sft', form: data };
  }
  data.set('prompt_text', manner.words);
  data.set('prompt_wav', new Blob([new Uint8Array(manner.recording())], { type: 'audio/wav' }), 'prompt.wav');
  return { path: 'inference_zero_shot', form: data };
};

const rateOf = (told: unknown, usual: number): number => {
  const rate = Number(told);
  return Number.isInteger(rate) && rate >= 8_000 && rate <= 48_000 ? rate : usual;
};

/** A recording of the library. */
interface Copied {
  readonly words: string;
  readonly sound: string;
  /** A-law. */
  readonly audio: Uint8Array;
}

/**
 * A recording of the library as the server takes it: its `load_wav` refuses less than 16 kHz. It is made (20 ms for half
 * a minute) when it is first spoken with: a call whose prompts are all there never needs it.
 */
export const mannerOfCopy = (copied: Copied): CosyVoiceOptions['manner'] => {
  let made: Uint8Array | undefined;
  const recording = () => (made ??= speechWav(createDoubler()(decodeAlaw(copied.audio)), null, 16_000));
  return { words: copied.words, recording, id: copied.sound };
};

export const cosyVoice = (options: CosyVoiceOptions): Synthesiser => {
  const { egress, baseUrl, manner, sampleRate, timeLimitMs = SPEECH_LIMIT_MS } = options;
  const who = 'speaker' in manner ? manner.speaker : `copied ${manner.id}`;
  return {
    voice: `cosyvoice ${below(baseUrl, '').href} ${who}`,
    speak: async ({ text }) => {
      const said = text.slice(0, MOST_CHARACTERS);
      const { path, form: data } = form(said, manner);
      // Writes the parts and their boundary as a browser does.
      const written = new Response(data);
      const headers = { 'content-type': written.headers.get('content-type') ?? '' };
      const body = new Uint8Array(await written.arrayBuffer());
      const answer = await askService(egress, {
        ...{ url: below(baseUrl, path), headers, body },
        signal: AbortSignal.timeout(timeLimitMs),
      });
      const parts: Buffer[] = [];
      for await (const part of answer.parts(MOST_SOUND_BYTES)) parts.push(part);
      if (/json|html/.test(answer.headers['content-type'] ?? '')) throw new ServiceFailed('nonsense');
      const rate = rateOf(answer.headers['x-custom-header-samplerate'], sampleRate);
      return telephoneSound(samplesOf(Buffer.concat(parts)), rate);
    },
    close: async () => undefined,
  };
};
