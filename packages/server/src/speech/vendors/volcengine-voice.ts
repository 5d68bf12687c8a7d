import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { textOf } from '../../platform/egress-request.ts';
import { askService, ServiceFailed } from '../http-failure.ts';
import type { Synthesiser } from '../ports/synthesiser.ts';
import type { VendorAccount } from './account.ts';
import { MOST_JSON_BYTES, spokenInPieces, VENDOR_HZ } from './spoken-in-pieces.ts';

/**
 * Volcengine's synthesis over HTTP (www.volcengine.com/docs/6561/1257584, 大模型语音合成API, HTTP 一次性合成): a POST of JSON with
 * the access token in a header, answered by base64 in JSON, where code 3000 is a yes. Not tried against the real one.
 */
interface VolcengineVoiceOptions {
  readonly egress: EgressGuard;
  readonly url: string;
  readonly account: Pick<VendorAccount, 'appId' | 'secret'>;
  /** Cluster: volcano_tts, volcano_icl of copied voices. */
  readonly model: string;
  /** `voice_type`. */
  readonly speaker: string;
  /** 0.5…2. */
  readonly speed: number;
  readonly timeLimitMs?: number;
}

/** Its bound is 1,024 bytes, and it advises 300 characters. */
const MOST_CHARACTERS = 300;
/** It knows no slower. */
const SLOWEST = 0.8;

const answerSchema = z.object({
  code: z.number(),
  message: z.string().max(2_000).default(''),
  data: z.string().nullish(),
});

/** 返回码: 3003 and 3005 are its bounds and its load, 303x and 3040 its own; a key that is none is told in words. */
const faultOf = ({ code, message }: z.infer<typeof answerSchema>): ServiceFailed => {
  if (/authenticate|access denied|grant/i.test(message)) return new ServiceFailed('keyRefused');
  if (code === 3_003 || code === 3_005) return new ServiceFailed('tooMany');
  return new ServiceFailed(code >= 3_030 && code <= 3_040 ? 'broken' : 'refused');
};

export const volcengineVoice = (options: VolcengineVoiceOptions): Synthesiser => {
  const { egress, account, model, speaker, speed, timeLimitMs } = options;
  const url = new URL(options.url);
  const headers = { 'content-type': 'application/json', authorization: `Bearer;${account.secret}` };
  const speakPiece = async (text: string, signal: AbortSignal): Promise<Uint8Array> => {
    const body = JSON.stringify({
      // Any word does here: the header is what counts.
      app: { appid: account.appId, token: 'header', cluster: model },
      user: { uid: 'call' },
      audio: { voice_type: speaker, encoding: 'pcm', rate: VENDOR_HZ, speed_ratio: Math.max(SLOWEST, speed) },
      request: { reqid: randomUUID(), text, operation: 'query' },
    });
    const answer = await askService(egress, { url, headers, body, signal });
    const told = answerSchema.parse(JSON.parse(await textOf(answer, MOST_JSON_BYTES)));
    if (told.code !== 3_000) throw faultOf(told);
    return Buffer.from(told.data ?? '', 'base64');
  };
  return {
    voice: `volcengine ${url.href} ${model} ${speaker} ${speed}`,
    speak: ({ text }) =>
      spokenInPieces(text, { mostCharacters: MOST_CHARACTERS, speakPiece, ...(timeLimitMs && { timeLimitMs }) }),
    close: async () => undefined,
  };
};
