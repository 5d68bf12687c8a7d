import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { createScript } from './hearing-script.ts';
import { type Mishap, rave } from './mishap.ts';
import { type LocalServer, serveSockets } from './sockets.ts';
import { type VoiceMishap, type VoiceServer, vendorSound } from './voice-servers.ts';

/**
 * Small servers of Xunfei: real-time transcription (www.xfyun.cn/doc/asr/rtasr/API.html) and synthesis
 * (www.xfyun.cn/doc/tts/online_tts/API.html), both over WebSocket. Read there, not tried against the real ones.
 */
export const xunfeiAccount = { appId: '595f23df', keyId: 'my-api-key', secret: 'd9f4aa7ea6d94faca62cd88a28fd5234' };

const askedBy = (request: IncomingMessage): URL => new URL(request.url ?? '', 'ws://x');

/** signa = HmacSHA1(MD5(appid + ts), apiKey), base64; a clock that is five minutes off is refused. */
const isSigna = ({ searchParams: asked }: URL): boolean => {
  const [appid, ts] = [asked.get('appid') ?? '', asked.get('ts') ?? ''];
  const md5 = createHash('md5')
    .update(appid + ts)
    .digest('hex');
  const made = createHmac('sha1', xunfeiAccount.secret).update(md5).digest('base64');
  return (
    asked.get('signa') === made && appid === xunfeiAccount.appId && Math.abs(Number(ts) - Date.now() / 1_000) < 300
  );
};

/** Its JSON within JSON: a word for each two characters. */
const resultOf = (words: string, isWhole: boolean, seg_id: number): string => {
  const ws = (words.match(/.{1,2}/gu) ?? []).map(w => ({ cw: [{ w, wp: 'n' }], wb: 0, we: 0 }));
  const end = isWhole ? [{ cw: [{ w: '。', wp: 'p' }], wb: 0, we: 0 }] : [];
  return JSON.stringify({
    seg_id,
    cn: { st: { bg: '0', ed: '0', rt: [{ ws: [...ws, ...end] }], type: isWhole ? '0' : '1' } },
  });
};

export const startXunfeiHearing = async (
  sentences: readonly string[],
  mishap: Mishap = 'none',
): Promise<LocalServer> => {
  const server = await serveSockets((socket, request) => {
    if (mishap === 'refuses') return socket.close();
    const tell = (action: string, code: string, data: string) =>
      socket.send(JSON.stringify({ action, code, data, desc: '', sid: 'rta' }));
    const url = askedBy(request);
    if (url.pathname !== '/v1/ws' || !isSigna(url)) {
      tell('error', '10105', '');
      return socket.close();
    }
    // It hears 16 kHz and nothing else.
    const script = createScript(sentences, 16_000);
    let segment = 0;
    tell('started', '0', '');
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary || String(data) === '{"end": true}') return socket.close();
      rave(socket, mishap);
      const heard = script.hear(data);
      if (!heard || heard.words === '') return;
      if (!heard.isWhole && heard.words.length >= 3 && mishap === 'closesInMidSentence') return socket.terminate();
      tell('result', '0', resultOf(heard.words, heard.isWhole, segment));
      if (heard.isWhole) segment += 1;
    });
  });
  return { ...server, url: `${server.url}/v1/ws` };
};

/** authorization of host, date and request line by hmac-sha256, as its page puts it together. */
const isAuthorized = (request: IncomingMessage): boolean => {
  const url = askedBy(request);
  const [host, date] = [url.searchParams.get('host'), url.searchParams.get('date') ?? ''];
  const text = `host: ${host}\ndate: ${date}\nGET ${url.pathname} HTTP/1.1`;
  const signature = createHmac('sha256', xunfeiAccount.secret).update(text).digest('base64');
  const said = `api_key="${xunfeiAccount.keyId}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
  const isFresh = Math.abs(Date.parse(date) - Date.now()) < 300_000;
  return (
    isFresh &&
    host === request.headers.host &&
    url.searchParams.get('authorization') === Buffer.from(said).toString('base64')
  );
};

const PIECE_BYTES = 9_999;

/** What it does instead of speaking; false: nothing. */
const speaksNot = (fate: VoiceMishap, socket: WebSocket): boolean => {
  if (fate === 'hangs') return true;
  if (fate === 'html') socket.send('<html>');
  if (fate === 'broken') socket.send(JSON.stringify({ code: 10_001, message: '', sid: 's' }));
  if (fate === 'empty') socket.send(JSON.stringify({ code: 0, sid: 's', data: { audio: '', status: 2, ced: '0' } }));
  const audio = Buffer.alloc(1_000_000).toString('base64');
  if (fate === 'floods')
    for (let n = 0; n < 13; n += 1)
      socket.send(JSON.stringify({ code: 0, sid: 's', data: { audio, status: 1, ced: '0' } }));
  return fate !== 'none';
};

export const startXunfeiVoice = async (fate: (text: string) => VoiceMishap): Promise<VoiceServer> => {
  const asked: string[] = [];
  const mayEnter = (request: IncomingMessage) => fate('') !== 'refusesKey' && isAuthorized(request);
  const server = await serveSockets(
    socket => {
      socket.on('message', (message: Buffer) => {
        const { common, business, data } = JSON.parse(String(message)) as Record<string, Record<string, string>>;
        const text = Buffer.from(data?.text ?? '', 'base64').toString('utf8');
        const isAsked = common?.app_id === xunfeiAccount.appId && business?.aue === 'raw' && business.tte === 'UTF8';
        const rate = Number(/^audio\/L16;rate=(\d+)$/.exec(business?.auf ?? '')?.[1]);
        asked.push(`${text}|${business?.speed}`);
        if (!isAsked || Number(data?.status) !== 2 || Buffer.byteLength(text) >= 8_000)
          return socket.send(JSON.stringify({ code: 10_163, message: '', sid: 's' }));
        if (speaksNot(fate(text), socket)) return;
        const sound = vendorSound(rate);
        for (let at = 0; at < sound.length; at += PIECE_BYTES) {
          const audio = sound.subarray(at, at + PIECE_BYTES).toString('base64');
          const status = at + PIECE_BYTES < sound.length ? 1 : 2;
          socket.send(JSON.stringify({ code: 0, message: 'success', sid: 's', data: { audio, ced: '9', status } }));
        }
      });
    },
    { mayEnter },
  );
  return { ...server, url: `${server.url}/v2/tts`, asked };
};
