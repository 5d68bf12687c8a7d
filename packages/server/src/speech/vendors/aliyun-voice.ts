import { z } from 'zod';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { askService, ServiceFailed } from '../http-failure.ts';
import { MOST_SOUND_BYTES } from '../openai-speech.ts';
import type { Synthesiser } from '../ports/synthesiser.ts';
import type { VendorAccount } from './account.ts';
import type { AliyunTokens } from './aliyun-token.ts';
import { spokenInPieces, VENDOR_HZ } from './spoken-in-pieces.ts';

/**
 * Aliyun's synthesis over HTTP (help.aliyun.com/zh/isi/developer-reference/restful-api-3, 语音合成 RESTful API): a POST of JSON,
 * answered by the sound, or by JSON with a status. Not tried against the real one.
 */
interface AliyunVoiceOptions {
  readonly egress: EgressGuard;
  /** Up to and with `/stream/v1/tts`. */
  readonly url: string;
  readonly account: VendorAccount;
  readonly speaker: string;
  /** 0.5…2. */
  readonly speed: number;
  readonly tokens: AliyunTokens;
  readonly timeLimitMs?: number;
}

/** What is longer it cuts off. */
const MOST_CHARACTERS = 300;
const failureSchema = z.object({ status: z.number() });

/** −500, 0 and 500 are half, usual and twice the speed (接口说明: speech_rate). */
const rateOf = (speed: number): number => Math.round((1 - 1 / speed) / (speed < 1 ? 0.002 : 0.001));

const faultOf = (text: string): ServiceFailed => {
  const { status } = failureSchema.parse(JSON.parse(text));
  if (status === 40_000_001) return new ServiceFailed('keyRefused');
  if (status === 40_000_005) return new ServiceFailed('tooMany');
  return new ServiceFailed(status >= 50_000_000 ? 'broken' : 'refused');
};

export const aliyunVoice = (options: AliyunVoiceOptions): Synthesiser => {
  const { egress, url, account, speaker, speed, tokens, timeLimitMs } = options;
  const speakPiece = async (text: string, signal: AbortSignal): Promise<Uint8Array> => {
    const headers = { 'content-type': 'application/json', 'x-nls-token': await tokens.of(account) };
    const asked = { appkey: account.appId, text, format: 'pcm', sample_rate: VENDOR_HZ, voice: speaker };
    const body = JSON.stringify({ ...asked, speech_rate: rateOf(speed) });
    const answer = await askService(egress, { url: new URL(url), headers, body, signal });
    const parts: Buffer[] = [];
    for await (const part of answer.parts(MOST_SOUND_BYTES)) parts.push(part);
    const sound = Buffer.concat(parts);
    const type = answer.headers['content-type'] ?? '';
    if (type.includes('json')) throw faultOf(String(sound));
    if (!type.startsWith('audio/')) throw new ServiceFailed('nonsense');
    return sound;
  };
  return {
    voice: `aliyun ${url} ${speaker} ${speed}`,
    speak: async ({ text }) => {
      try {
        return await spokenInPieces(text, {
          mostCharacters: MOST_CHARACTERS,
          speakPiece,
          ...(timeLimitMs && { timeLimitMs }),
        });
      } catch (error) {
        if (error instanceof ServiceFailed && error.because === 'keyRefused') tokens.drop(account);
        throw error;
      }
    },
    close: async () => undefined,
  };
};
