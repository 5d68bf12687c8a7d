import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { createScript } from './hearing-script.ts';
import { type Mishap, rave } from './mishap.ts';
import { type LocalServer, serveHttp, serveSockets } from './sockets.ts';

import { type VoiceMishap, type VoiceServer, vendorSound, voiceFails } from './voice-servers.ts';

/**
 * Small servers of Aliyun's speech services: CreateToken (help.aliyun.com/zh/isi/getting-started/
 * use-http-or-https-to-obtain-an-access-token), real-time recognition (…/developer-reference/websocket) and synthesis
 * (…/developer-reference/restful-api-3). Read there, not tried against the real ones.
 */
export const aliyunAccount = { appId: 'my_app_key', keyId: 'my_access_key_id', secret: 'my_access_key_secret' };
const HEX = /^[\da-f]{32}$/;

/** Percent-encoding of its POP gateway: letters, figures and `-_.~` stay. */
const encoded = (text: string): string =>
  [...Buffer.from(text)]
    .map(byte => String.fromCharCode(byte))
    .map(char => (/[\w.~-]/.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`))
    .join('');

/** Whether a request carries the signature that its own parameters and the secret make. */
const isSigned = (request: IncomingMessage): boolean => {
  const given = new URL(request.url ?? '', 'http://x').searchParams;
  const signature = given.get('Signature');
  given.delete('Signature');
  const parts = [...given].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const text = `${request.method}&%2F&${encoded(parts.join('&'))}`;
  const made = createHmac('sha1', `${aliyunAccount.secret}&`).update(text).digest('base64');
  const isFresh = Math.abs(Date.parse(given.get('Timestamp') ?? '') - Date.now()) < 15 * 60_000;
  return made === signature && isFresh && given.get('AccessKeyId') === aliyunAccount.keyId;
};

interface TokenServer extends LocalServer {
  /** What it gave, in turn. */
  readonly given: string[];
}

/** `validMs`: how long its tokens are good. */
export const startAliyunTokens = async (validMs = 86_400_000): Promise<TokenServer> => {
  const given: string[] = [];
  const nonces = new Set<string | null>();
  const server = await serveHttp((request, response) => {
    const asked = new URL(request.url ?? '', 'http://x').searchParams;
    const nonce = asked.get('SignatureNonce');
    const isAsked = asked.get('Action') === 'CreateToken' && asked.get('Version') === '2019-02-28';
    if (!isAsked || nonces.has(nonce) || !isSigned(request)) {
      const [status, Code] = isAsked ? [400, 'SignatureDoesNotMatch'] : [404, 'InvalidAction.NotFound'];
      return void response.writeHead(status as number).end(JSON.stringify({ Code, Message: '', RequestId: 'r' }));
    }
    nonces.add(nonce);
    given.push(randomUUID().replaceAll('-', ''));
    const Token = { Id: given.at(-1), ExpireTime: Math.floor((Date.now() + validMs) / 1_000), UserId: '1' };
    response.end(JSON.stringify({ NlsRequestId: 'n', RequestId: 'r', Token }));
  });
  return { ...server, url: `${server.url}/`, given };
};

interface HearingServer extends LocalServer {
  /** Payloads of the orders to start. */
  readonly asked: object[];
}

/** `knows`: whether a token is one of its own. */
export const startAliyunHearing = async (
  sentences: readonly string[],
  knows: (token: string | null) => boolean,
  mishap: Mishap = 'none',
): Promise<HearingServer> => {
  const asked: object[] = [];
  const server = await serveSockets((socket, request) => {
    if (mishap === 'refuses') return socket.close();
    serveTask({
      socket,
      isKnown: knows(new URL(request.url ?? '', 'ws://x').searchParams.get('token')),
      asked,
      sentences,
      mishap,
    });
  });
  return { ...server, url: `${server.url}/ws/v1`, asked };
};

interface Task {
  readonly socket: WebSocket;
  readonly isKnown: boolean;
  readonly asked: object[];
  readonly sentences: readonly string[];
  readonly mishap: Mishap;
}

const serveTask = ({ socket, isKnown, asked, sentences, mishap }: Task): void => {
  let script: ReturnType<typeof createScript> | null = null;
  let task = '';
  let index = 0;
  const tell = (name: string, payload?: object, status = 20_000_000): void => {
    const header = {
      message_id: randomUUID().replaceAll('-', ''),
      task_id: task,
      namespace: 'SpeechTranscriber',
      name,
    };
    socket.send(JSON.stringify({ header: { ...header, status, status_text: '' }, ...(payload && { payload }) }));
  };
  const fail = (status: number): void => {
    tell('TaskFailed', undefined, status);
    socket.close();
  };

  const order = (text: string) => {
    const { header, payload } = JSON.parse(text) as {
      header: Record<string, string>;
      payload?: Record<string, unknown>;
    };
    const isWhole = HEX.test(header.message_id ?? '') && HEX.test(header.task_id ?? '');
    if (!isWhole || header.namespace !== 'SpeechTranscriber' || header.appkey !== aliyunAccount.appId)
      return fail(40_000_002);
    if (header.name === 'StopTranscription') return socket.close();
    if (header.name !== 'StartTranscription' || payload?.format !== 'pcm') return fail(40_000_003);
    if (!isKnown) return fail(40_000_001);
    asked.push(payload);
    task = header.task_id!;
    script = createScript(sentences, Number(payload.sample_rate));
    tell('TranscriptionStarted', { session_id: task });
  };

  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return order(String(data));
    // "服务端已经准备好了进行识别，客户端可以发送音频数据了" comes first.
    if (script === null) return fail(40_000_003);
    rave(socket, mishap);
    const heard = script.hear(data);
    if (!heard || heard.words === '') return;
    if (!heard.isWhole && heard.words.length >= 3 && mishap === 'closesInMidSentence') return socket.terminate();
    if (heard.isWhole)
      tell('SentenceEnd', { index, time: 1, begin_time: 0, result: `${heard.words}。`, confidence: 0.9 });
    else tell('TranscriptionResultChanged', { index, time: 1, result: heard.words });
    if (heard.isWhole) index += 1;
  });
};

/** `knows`: whether a token is one of its own. */
export const startAliyunVoice = async (
  fate: (text: string) => VoiceMishap,
  knows: (token: string) => boolean,
): Promise<VoiceServer> => {
  const asked: string[] = [];
  const server = await serveHttp((request, response, body) => {
    const { appkey, text, format, sample_rate, speech_rate } = JSON.parse(String(body)) as Record<string, string>;
    const isAsked = request.url === '/stream/v1/tts' && format === 'pcm' && appkey === aliyunAccount.appId;
    if (!isAsked || text === undefined) return void response.writeHead(400).end('{}');
    asked.push(`${text}|${speech_rate}`);
    if (voiceFails(fate(text), response)) return;
    const isKnown = knows(String(request.headers['x-nls-token']));
    if (!isKnown) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ task_id: 't', result: '', status: 40_000_001, message: 'token' }));
    }
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.end(vendorSound(Number(sample_rate)));
  });
  return { ...server, url: `${server.url}/stream/v1/tts`, asked };
};
