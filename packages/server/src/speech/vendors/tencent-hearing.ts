import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { below } from '../http-failure.ts';
import { pcmMessages } from '../pcm-messages.ts';
import type { Recogniser, RecogniserFault } from '../ports/recogniser.ts';
import { openRecogniserSocket } from '../recogniser-socket.ts';
import { ofOneSentence, withoutEnd, withoutGaps } from '../recogniser-words.ts';
import type { VendorAccount } from './account.ts';

/**
 * Tencent Cloud's real-time recognition (cloud.tencent.com/document/product/1093/48982, 实时语音识别（WebSocket）): everything asked
 * stands in the address, which is signed; it says `code: 0` when it takes sound, PCM of 8 kHz, and then results, where
 * `slice_type` 2 is a whole sentence. Hot words go along, with a weight. Not tried against the real one.
 */
interface TencentHearingOptions {
  readonly id: string;
  readonly egress: EgressGuard;
  /** Up to and with `/asr/v2`. */
  readonly url: string;
  readonly account: VendorAccount;
  /** `engine_model_type`: 8k_zh, or another of the telephone. */
  readonly model: string;
  readonly hotwords: readonly string[];
}

/** 40 ms: real time, by its page. */
const FRAMES_A_MESSAGE = 2;
/** How long a signature may be used, in seconds: for one connection. */
const SIGNED_S = 3_600;
/** Below 11, which forces a word where another was said. */
const HOTWORD_WEIGHT = 10;
const MOST_HOTWORDS = 128;
/** Chinese characters of a hot word. */
const MOST_HOTWORD_CHARACTERS = 10;

const messageSchema = z.object({
  code: z.number(),
  result: z.object({ slice_type: z.number(), voice_text_str: z.string().max(8_000) }).optional(),
});

/** Its marks of a list would cut a word in two. */
const listOf = (hotwords: readonly string[]): string =>
  hotwords
    .map(word => word.replace(/[|,]/g, ''))
    .filter(word => word !== '' && word.length <= MOST_HOTWORD_CHARACTERS)
    .slice(0, MOST_HOTWORDS)
    .map(word => `${word}|${HOTWORD_WEIGHT}`)
    .join(',');

/** What was asked, by name, joined as it is signed: sorted, not encoded, without the scheme. */
export const signatureOf = (
  { host, pathname }: Pick<URL, 'host' | 'pathname'>,
  asked: Readonly<Record<string, string>>,
  secret: string,
): string => {
  const query = Object.keys(asked)
    .sort()
    .map(name => `${name}=${asked[name]}`)
    .join('&');
  return createHmac('sha1', secret).update(`${host}${pathname}?${query}`).digest('base64');
};

const signedUrl = ({ url, account, model, hotwords }: TencentHearingOptions): URL => {
  const signed = below(url, encodeURIComponent(account.appId));
  const now = Math.floor(Date.now() / 1_000);
  const words = listOf(hotwords);
  const asked = {
    secretid: account.keyId,
    timestamp: String(now),
    expired: String(now + SIGNED_S),
    nonce: String(randomInt(1, 2_000_000_000)),
    engine_model_type: model,
    voice_id: randomUUID(),
    voice_format: '1',
    needvad: '1',
    ...(model.startsWith('16k') && { input_sample_rate: '8000' }),
    ...(words !== '' && { hotword_list: words }),
  };
  for (const [name, value] of Object.entries(asked)) signed.searchParams.set(name, value);
  signed.searchParams.set('signature', signatureOf(signed, asked, account.secret));
  return signed;
};

/** 错误码: 4002 is the key, 4006 too many at once, 4008 silence of ours, 5xxx its own. */
const faultOfCode = (code: number): RecogniserFault => {
  if (code === 4_002) return 'keyRefused';
  if (code === 4_006) return 'tooMany';
  return code === 4_008 || code === 4_009 || code >= 5_000 ? 'closed' : 'refused';
};

export const tencentHearing = (options: TencentHearingOptions): Recogniser => ({
  id: options.id,
  isRealTime: true,
  listen: hears => {
    const socket = openRecogniserSocket({
      egress: options.egress,
      url: async () => signedUrl(options),
      parting: JSON.stringify({ type: 'end' }),
      saysWhenStarted: true,
      ready: hears.ready,
      lost: hears.lost,
      message: json => {
        const told = messageSchema.safeParse(json);
        if (!told.success) return false;
        const { code, result } = told.data;
        if (code !== 0) return { lost: faultOfCode(code) };
        // The first says that the signature is right.
        if (result === undefined) return 'started';
        const text = withoutGaps(ofOneSentence(result.voice_text_str));
        if (result.slice_type === 2) hears.sentence(withoutEnd(text));
        else if (text !== '') hears.words(text);
        return true;
      },
    });
    return { sound: pcmMessages(FRAMES_A_MESSAGE, 8_000, socket.sound), close: socket.close };
  },
});
