import { createHmac } from 'node:crypto';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { EgressGuard } from '../../platform/egress-guard.ts';
import { faultOfStatus, ServiceFailed } from '../http-failure.ts';
import { MOST_SOUND_BYTES } from '../openai-speech.ts';
import type { Synthesiser } from '../ports/synthesiser.ts';
import type { VendorAccount } from './account.ts';
import { spokenInPieces, VENDOR_HZ } from './spoken-in-pieces.ts';

/**
 * Xunfei's synthesis, which it offers over WebSocket alone (www.xfyun.cn/doc/tts/online_tts/API.html): the address is signed
 * (hmac-sha256 over host, date and request line), one message asks, sound comes in pieces of base64 until `status` is 2.
 * Not tried against the real one.
 */
interface XunfeiVoiceOptions {
  readonly egress: EgressGuard;
  readonly url: string;
  readonly account: VendorAccount;
  /** `vcn`. */
  readonly speaker: string;
  /** 0.5…2. */
  readonly speed: number;
  readonly timeLimitMs?: number;
}

/** Its bound is 8,000 bytes of UTF-8, and a character has three. */
const MOST_CHARACTERS = 2_000;
/** Sound of some seconds as base64. */
const MOST_MESSAGE_BYTES = 2_000_000;

const messageSchema = z.object({
  code: z.number(),
  data: z.object({ audio: z.string().nullish(), status: z.number() }).nullish(),
});

/** 0, 50 and 100 are half, usual and twice the speed. */
const speedOf = (speed: number): number => Math.round(50 + 50 * Math.log2(speed));

const signedUrl = (at: string, { keyId, secret }: VendorAccount): URL => {
  const url = new URL(at);
  const date = new Date().toUTCString();
  const signature = createHmac('sha256', secret)
    .update(`host: ${url.host}\ndate: ${date}\nGET ${url.pathname} HTTP/1.1`)
    .digest('base64');
  const said = `api_key="${keyId}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`;
  url.searchParams.set('authorization', Buffer.from(said).toString('base64'));
  url.searchParams.set('date', date);
  url.searchParams.set('host', url.host);
  return url;
};

/** 错误码: 10005, 10313 and 11200 are the application and its licence, 11201 to 11203 its bounds, 101xx what was asked. */
const faultOf = (code: number): ServiceFailed => {
  if (code === 10_005 || code === 10_313 || code === 11_200) return new ServiceFailed('keyRefused');
  if (code >= 11_201 && code <= 11_203) return new ServiceFailed('tooMany');
  return new ServiceFailed(code >= 10_100 && code < 10_200 ? 'refused' : 'broken');
};

/** `ws` tells the status of a refused handshake in its words. */
const faultOfSocket = (error: Error): Error => {
  const status = /unexpected server response: (\d+)/i.exec(error.message)?.[1];
  if (status !== undefined) return new ServiceFailed(faultOfStatus(Number(status)));
  return /max payload|invalid/i.test(error.message) ? new ServiceFailed('nonsense') : error;
};

/** Takes the messages of one request in turn; answers the whole sound with the last one. */
const createGathering = () => {
  const sounds: Buffer[] = [];
  let bytes = 0;
  return (text: string): Buffer | null => {
    const { code, data } = messageSchema.parse(JSON.parse(text));
    if (code !== 0) throw faultOf(code);
    if (!data) return null;
    const sound = Buffer.from(data.audio ?? '', 'base64');
    bytes += sound.length;
    if (bytes > MOST_SOUND_BYTES) throw new ServiceFailed('tooLong');
    sounds.push(sound);
    return data.status === 2 ? Buffer.concat(sounds) : null;
  };
};

/** Opens a socket, asks once and gathers until the end. */
const ask = async (egress: EgressGuard, url: URL, question: string, signal: AbortSignal): Promise<Uint8Array> => {
  const { lookup } = await egress.check(url, signal);
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const gather = createGathering();
  const socket = new WebSocket(url, {
    lookup: lookup as never,
    maxPayload: MOST_MESSAGE_BYTES,
    followRedirects: false,
    perMessageDeflate: false,
  });
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  socket.on('open', () => socket.send(question));
  socket.on('message', data => {
    try {
      const whole = gather(String(data));
      if (whole !== null) resolve(whole);
    } catch (error) {
      reject(error);
    }
  });
  socket.on('close', () => reject(new Error('it closed before the end')));
  socket.on('error', error => reject(faultOfSocket(error)));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    socket.terminate();
  }
};

export const xunfeiVoice = (options: XunfeiVoiceOptions): Synthesiser => {
  const { egress, url, account, speaker, speed, timeLimitMs } = options;
  const business = { aue: 'raw', auf: `audio/L16;rate=${VENDOR_HZ}`, vcn: speaker, speed: speedOf(speed), tte: 'UTF8' };
  const speakPiece = (text: string, signal: AbortSignal): Promise<Uint8Array> => {
    const data = { status: 2, text: Buffer.from(text).toString('base64') };
    const question = JSON.stringify({ common: { app_id: account.appId }, business, data });
    return ask(egress, signedUrl(url, account), question, signal);
  };
  return {
    voice: `xunfei ${url} ${speaker} ${speed}`,
    speak: ({ text }) =>
      spokenInPieces(text, { mostCharacters: MOST_CHARACTERS, speakPiece, ...(timeLimitMs && { timeLimitMs }) }),
    close: async () => undefined,
  };
};
