import { createScript } from './hearing-script.ts';
import { type Mishap, rave } from './mishap.ts';
import { type LocalServer, serveHttp, serveSockets } from './sockets.ts';
import { type VoiceMishap, type VoiceServer, vendorSound, voiceFails } from './voice-servers.ts';

/**
 * Small servers of Volcengine: real-time recognition by its big model (www.volcengine.com/docs/6561/1354869: headers of the
 * account, binary messages, bigmodel_async) and synthesis (www.volcengine.com/docs/6561/1257584). Read there, not tried
 * against the real ones.
 */
export const volcengineAccount = { appId: '123456789', secret: 'my-access-token' };
const RESOURCE = 'volc.bigasr.sauc.duration';

/** A message of a client, read by the page's table; null: it is none. */
const read = (bytes: Buffer): { readonly type: number; readonly isLast: boolean; readonly payload: Buffer } | null => {
  const size = bytes.readUInt32BE(4);
  const isBare = bytes[0] === 0x11 && (bytes[2]! & 0x0f) === 0 && bytes[3] === 0;
  const payload = bytes.subarray(8);
  if (!isBare || payload.length !== size) return null;
  return { type: bytes[1]! >> 4, isLast: (bytes[1]! & 0b0010) !== 0, payload };
};

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/** Full server response: with a sequence, JSON, bare. */
const response = (sequence: number, told: object): Buffer => {
  const payload = Buffer.from(JSON.stringify(told));
  return Buffer.concat([Buffer.from([0x11, 0x91, 0x10, 0]), word(sequence), word(payload.length), payload]);
};

const refusal = (code: number): Buffer => {
  const text = Buffer.from('{"error": "x"}');
  return Buffer.concat([Buffer.from([0x11, 0xf0, 0x10, 0]), word(code), word(text.length), text]);
};

/** What a result says: an utterance that stands, or how far it is. */
const resultOf = (text: string, definite: boolean, end_time: number): object => ({
  audio_info: { duration: end_time },
  result: { text, utterances: [{ text, definite, start_time: 0, end_time, words: [] }] },
});

interface HearingServer extends LocalServer {
  readonly asked: { readonly request: Record<string, unknown> }[];
}

export const startVolcengineHearing = async (
  sentences: readonly string[],
  mishap: Mishap = 'none',
): Promise<HearingServer> => {
  const asked: { readonly request: Record<string, unknown> }[] = [];
  const server = await serveSockets(
    socket => {
      if (mishap === 'refuses') return socket.close();
      let script: ReturnType<typeof createScript> | null = null;
      let sequence = 0;
      let ms = 0;
      const tell = (told: object) => {
        sequence += 1;
        socket.send(response(sequence, told));
      };
      const begin = (payload: Buffer) => {
        const wants = JSON.parse(String(payload)) as (typeof asked)[number] & {
          readonly audio: Record<string, unknown>;
        };
        const { format, rate, bits, channel } = wants.audio;
        const isTaken = format === 'pcm' && rate === 16_000 && bits === 16 && channel === 1;
        if (!isTaken || wants.request.model_name !== 'bigmodel') return socket.send(refusal(45_000_001));
        asked.push(wants);
        script = createScript(sentences, 16_000);
        tell({});
      };
      const hear = (pcm: Buffer) => {
        ms += pcm.length / 32;
        rave(socket, mishap);
        const heard = script?.hear(pcm);
        if (!heard || heard.words === '') return;
        if (!heard.isWhole && heard.words.length >= 3 && mishap === 'closesInMidSentence') return socket.terminate();
        const told = resultOf(heard.isWhole ? `${heard.words}。` : heard.words, heard.isWhole, ms);
        tell(told);
        // What stands may come again with the next.
        if (heard.isWhole) tell(told);
      };
      socket.on('message', (data: Buffer, isBinary) => {
        const message = isBinary ? read(data) : null;
        if (message === null) return socket.send(refusal(45_000_001));
        if (message.type === 1) return begin(message.payload);
        if (message.isLast) return socket.close();
        if (message.type === 2) hear(message.payload);
      });
    },
    {
      mayEnter: ({ headers, url }) =>
        url === '/api/v3/sauc/bigmodel_async' &&
        headers['x-api-app-key'] === volcengineAccount.appId &&
        headers['x-api-access-key'] === volcengineAccount.secret &&
        headers['x-api-resource-id'] === RESOURCE,
    },
  );
  return { ...server, url: `${server.url}/api/v3/sauc/bigmodel_async`, asked };
};

export const startVolcengineVoice = async (fate: (text: string) => VoiceMishap): Promise<VoiceServer> => {
  const asked: string[] = [];
  const requests = new Set<string>();
  const server = await serveHttp((request, answer, body) => {
    const tell = (told: object) => answer.end(JSON.stringify({ reqid: 'r', operation: 'query', ...told }));
    const wants = JSON.parse(String(body)) as Record<'app' | 'audio' | 'request', Record<string, string>>;
    const { text = '', reqid = '', operation } = wants.request;
    asked.push(`${text}|${wants.audio.speed_ratio}`);
    const mishap = fate(text);
    const isKnown = request.headers.authorization === `Bearer;${volcengineAccount.secret}`;
    if (mishap === 'refusesKey' || !isKnown || wants.app.appid !== volcengineAccount.appId)
      return void tell({ code: 3_001, message: 'authenticate request: load grant: requested grant not found' });
    if (voiceFails(mishap, answer)) return;
    const isAsked = operation === 'query' && wants.app.cluster === 'volcano_tts' && wants.audio.encoding === 'pcm';
    if (!isAsked || requests.has(reqid)) return void tell({ code: 3_001, message: '' });
    if (Buffer.byteLength(text) > 1_024) return void tell({ code: 3_010, message: '' });
    requests.add(reqid);
    const data = vendorSound(Number(wants.audio.rate)).toString('base64');
    tell({ code: 3_000, message: 'Success', sequence: -1, data, addition: { duration: '1000' } });
  });
  return { ...server, url: `${server.url}/api/v1/tts`, asked };
};
