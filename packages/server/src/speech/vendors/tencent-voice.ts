import { createHash, createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { textOf } from '../../platform/egress-request.ts';
import { askService, ServiceFailed } from '../http-failure.ts';
import type { Synthesiser } from '../ports/synthesiser.ts';
import type { VendorAccount } from './account.ts';
import { MOST_JSON_BYTES, spokenInPieces, VENDOR_HZ } from './spoken-in-pieces.ts';

/**
 * Tencent Cloud's synthesis (cloud.tencent.com/document/api/1073/37995, TextToVoice 2019-08-23), signed by TC3-HMAC-SHA256
 * (cloud.tencent.com/document/api/1073/37991): a POST of JSON, answered by base64 in JSON, faults as well. Not tried against
 * the real one.
 */
interface TencentVoiceOptions {
  readonly egress: EgressGuard;
  readonly url: string;
  readonly account: VendorAccount;
  /** `VoiceType`, a number of its list of voices. */
  readonly speaker: string;
  /** 0.5…2. */
  readonly speed: number;
  readonly timeLimitMs?: number;
}

const MOST_CHARACTERS = 150;
const ACTION = 'TextToVoice';
const SERVICE = 'tts';
const SIGNED_HEADERS = 'content-type;host;x-tc-action';

const answerSchema = z.object({
  Response: z.union([z.object({ Audio: z.string() }), z.object({ Error: z.object({ Code: z.string().max(200) }) })]),
});

/** Its steps of speed, and how fast each is (Speed: -2 is 0.6 times, …). */
const steps = [
  [-2, 0.6],
  [-1, 0.8],
  [0, 1],
  [1, 1.2],
  [2, 1.5],
  [6, 2.5],
] as const;

/** Between two steps in proportion, to two places as it takes them. */
const stepOf = (speed: number): number => {
  const after = Math.max(
    1,
    steps.findIndex(([, times]) => times >= speed),
  );
  const [[low, slow], [high, fast]] = [steps[after - 1]!, steps[after]!];
  const step = low + ((speed - slow) / (fast - slow)) * (high - low);
  return Math.max(-2, Math.round(step * 100) / 100);
};

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex');
const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The headers of a request with its signature; `at` in seconds. */
const signedHeaders = (url: URL, body: string, { keyId, secret }: VendorAccount, at: number) => {
  const type = 'application/json; charset=utf-8';
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${type}`,
    `host:${url.host}`,
    `x-tc-action:${ACTION.toLowerCase()}`,
    '',
    SIGNED_HEADERS,
    hashed(body),
  ].join('\n');
  const date = new Date(at * 1_000).toISOString().slice(0, 10);
  const scope = `${date}/${SERVICE}/tc3_request`;
  const key = keyed(keyed(keyed(`TC3${secret}`, date), SERVICE), 'tc3_request');
  const signature = keyed(key, ['TC3-HMAC-SHA256', at, scope, hashed(canonical)].join('\n')).toString('hex');
  return {
    'content-type': type,
    authorization: `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`,
    'x-tc-action': ACTION,
    'x-tc-timestamp': String(at),
    'x-tc-version': '2019-08-23',
  };
};

const faultOf = (code: string): ServiceFailed => {
  if (/^(AuthFailure|UnauthorizedOperation)/.test(code)) return new ServiceFailed('keyRefused');
  if (/^(RequestLimitExceeded|LimitExceeded)/.test(code)) return new ServiceFailed('tooMany');
  return new ServiceFailed(code.startsWith('InternalError') ? 'broken' : 'refused');
};

export const tencentVoice = (options: TencentVoiceOptions): Synthesiser => {
  const { egress, account, speaker, speed, timeLimitMs } = options;
  const url = new URL(options.url);
  const speakPiece = async (text: string, signal: AbortSignal): Promise<Uint8Array> => {
    const voice = { VoiceType: Number(speaker), Codec: 'pcm', SampleRate: VENDOR_HZ, Speed: stepOf(speed) };
    const body = JSON.stringify({ Text: text, SessionId: randomUUID(), ...voice });
    const headers = signedHeaders(url, body, account, Math.floor(Date.now() / 1_000));
    const answer = await askService(egress, { url, headers, body, signal });
    const { Response: told } = answerSchema.parse(JSON.parse(await textOf(answer, MOST_JSON_BYTES)));
    if ('Error' in told) throw faultOf(told.Error.Code);
    return Buffer.from(told.Audio, 'base64');
  };
  return {
    voice: `tencent ${url.href} ${speaker} ${speed}`,
    speak: ({ text }) =>
      spokenInPieces(text, { mostCharacters: MOST_CHARACTERS, speakPiece, ...(timeLimitMs && { timeLimitMs }) }),
    close: async () => undefined,
  };
};
