import type { EgressGuard } from '../platform/egress-guard.ts';
import { askService, below, ServiceFailed } from './http-failure.ts';
import type { Synthesiser } from './ports/synthesiser.ts';
import { soundOfWav } from './telephone-sound.ts';

/**
 * An OpenAI-compatible speech endpoint: `POST /v1/audio/speech` (platform.openai.com/docs/api-reference/audio/createSpeech)
 * with model, voice, input and `response_format: wav`, the one format whose rate is told with it. Some servers stream the
 * WAV with sizes they do not know yet; what counts is what came.
 */
interface OpenAiSpeechOptions {
  readonly egress: EgressGuard;
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly model: string;
  readonly speaker: string;
  /** 0.5…2. */
  readonly speed: number;
  readonly timeLimitMs?: number;
}

export const SPEECH_LIMIT_MS = 15_000;
/** Two minutes at 48 kHz. */
export const MOST_SOUND_BYTES = 12_000_000;
/** What the API takes; no sentence of a plan is longer. */
export const MOST_CHARACTERS = 4_096;

export const openAiSpeech = (options: OpenAiSpeechOptions): Synthesiser => {
  const { egress, baseUrl, key, model, speaker, speed, timeLimitMs = SPEECH_LIMIT_MS } = options;
  const url = below(baseUrl, 'audio/speech');
  const headers = {
    'content-type': 'application/json',
    accept: 'audio/wav',
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  };
  return {
    voice: `openai ${url.href} ${model} ${speaker} ${speed}`,
    speak: async ({ text }) => {
      const input = text.slice(0, MOST_CHARACTERS);
      const body = JSON.stringify({ model, voice: speaker, input, speed, response_format: 'wav' });
      const answer = await askService(egress, { url, headers, body, signal: AbortSignal.timeout(timeLimitMs) });
      const parts: Buffer[] = [];
      for await (const part of answer.parts(MOST_SOUND_BYTES)) parts.push(part);
      if (/json|html/.test(answer.headers['content-type'] ?? '')) throw new ServiceFailed('nonsense');
      return soundOfWav(Buffer.concat(parts));
    },
    close: async () => undefined,
  };
};
