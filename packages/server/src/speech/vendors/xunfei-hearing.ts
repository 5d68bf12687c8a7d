import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { pcmMessages } from '../pcm-messages.ts';
import type { Recogniser, RecogniserFault } from '../ports/recogniser.ts';
import { openRecogniserSocket } from '../recogniser-socket.ts';
import { ofOneSentence, withoutEnd, withoutGaps } from '../recogniser-words.ts';
import type { VendorAccount } from './account.ts';

/**
 * Xunfei's real-time transcription, standard edition (www.xfyun.cn/doc/asr/rtasr/API.html): the address is signed, `started`
 * says that sound may come, PCM of 16 kHz and no other; `result` holds JSON within JSON, words under `cn.st.rt.ws.cw`, type 0
 * where they stand. Hot words are set in its console. Not tried against the real one.
 */
interface XunfeiHearingOptions {
  readonly id: string;
  readonly egress: EgressGuard;
  readonly url: string;
  /** Its application and the key of this service; no name of a key. */
  readonly account: Pick<VendorAccount, 'appId' | 'secret'>;
}

/** 40 ms, 1,280 bytes, as its page asks. */
const FRAMES_A_MESSAGE = 2;

const messageSchema = z.object({
  action: z.enum(['started', 'result', 'error']),
  code: z.string().max(20),
  data: z.string().max(60_000).optional(),
});
const wordSchema = z.object({ cw: z.array(z.object({ w: z.string().max(200) })).min(1) });
const resultSchema = z.object({
  cn: z.object({
    st: z.object({ type: z.enum(['0', '1']), rt: z.array(z.object({ ws: z.array(wordSchema) })) }),
  }),
});

export const signaOf = ({ appId, secret }: XunfeiHearingOptions['account'], seconds: string): string => {
  const digest = createHash('md5').update(`${appId}${seconds}`).digest('hex');
  return createHmac('sha1', secret).update(digest).digest('base64');
};

const signedUrl = (url: string, account: XunfeiHearingOptions['account']): URL => {
  const signed = new URL(url);
  const seconds = String(Math.floor(Date.now() / 1_000));
  const asked = { appid: account.appId, ts: seconds, signa: signaOf(account, seconds), lang: 'cn' };
  for (const [name, value] of Object.entries(asked)) signed.searchParams.set(name, value);
  return signed;
};

/** 错误码: the key or its application, calls from elsewhere, no licence; too many connections; silence of ours. */
const faultOfCode = (code: string): RecogniserFault => {
  if (['10105', '10106', '10107', '10110'].includes(code)) return 'keyRefused';
  if (code === '10800') return 'tooMany';
  return code === '37005' || code === '10202' ? 'closed' : 'refused';
};

/** The words of a result, the likeliest of each. */
const textOf = (data: string): { readonly text: string; readonly isWhole: boolean } | null => {
  const told = resultSchema.safeParse(JSON.parse(data));
  if (!told.success) return null;
  const { type, rt } = told.data.cn.st;
  const words = rt.flatMap(({ ws }) => ws.map(({ cw: [likeliest] }) => likeliest!.w));
  return { text: withoutGaps(ofOneSentence(words.join(''))), isWhole: type === '0' };
};

export const xunfeiHearing = ({ id, egress, url, account }: XunfeiHearingOptions): Recogniser => ({
  id,
  isRealTime: true,
  listen: hears => {
    const socket = openRecogniserSocket({
      egress,
      url: async () => signedUrl(url, account),
      // Bytes, not text, by its page.
      parting: Buffer.from('{"end": true}'),
      saysWhenStarted: true,
      ready: hears.ready,
      lost: hears.lost,
      message: json => {
        const told = messageSchema.safeParse(json);
        if (!told.success) return false;
        const { action, code, data = '' } = told.data;
        if (action === 'error') return { lost: faultOfCode(code) };
        if (action === 'started') return 'started';
        const heard = textOf(data);
        if (heard === null) return false;
        const text = heard.isWhole ? withoutEnd(heard.text) : heard.text;
        if (text !== '') hears[heard.isWhole ? 'sentence' : 'words'](text);
        return true;
      },
    });
    return { sound: pcmMessages(FRAMES_A_MESSAGE, 16_000, socket.sound), close: socket.close };
  },
});
