import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createScript } from './hearing-script.ts';
import { type Mishap, rave } from './mishap.ts';
import { type LocalServer, serveHttp, serveSockets } from './sockets.ts';
import { type VoiceMishap, type VoiceServer, vendorSound, voiceFails } from './voice-servers.ts';

/**
 * Small servers of Tencent Cloud: real-time recognition (cloud.tencent.com/document/product/1093/48982) and TextToVoice
 * (cloud.tencent.com/document/api/1073/37995) with its signature (…/api/1073/37991). Read there, not tried against the real ones.
 */
export const tencentAccount = { appId: '1250000001', keyId: 'my-secret-id', secret: 'my-secret-key' };

/** What the address asks; null: its signature is not the one that the page describes. */
const askedBy = (request: IncomingMessage): Readonly<Record<string, string>> | null => {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const asked = Object.fromEntries(
    query.split('&').map(part => part.split('=').map(each => decodeURIComponent(each.replaceAll('+', ' ')))),
  ) as Record<string, string>;
  const { signature, ...rest } = asked;
  const sorted = Object.entries(rest).sort(([a], [b]) => a.localeCompare(b));
  const text = `${request.headers.host}${path}?${sorted.map(pair => pair.join('=')).join('&')}`;
  const made = createHmac('sha1', tencentAccount.secret).update(text).digest('base64');
  const isFresh =
    Number(rest.expired) > Date.now() / 1_000 && Math.abs(Number(rest.timestamp) - Date.now() / 1_000) < 300;
  const isOurs = path === `/asr/v2/${tencentAccount.appId}` && rest.secretid === tencentAccount.keyId;
  return made === signature && isFresh && isOurs ? rest : null;
};

interface HearingServer extends LocalServer {
  readonly asked: Readonly<Record<string, string>>[];
}

export const startTencentHearing = async (
  sentences: readonly string[],
  mishap: Mishap = 'none',
): Promise<HearingServer> => {
  const asked: Readonly<Record<string, string>>[] = [];
  const voices = new Set<string | undefined>();
  const server = await serveSockets((socket, request) => {
    if (mishap === 'refuses') return socket.close();
    const tell = (told: object) =>
      socket.send(JSON.stringify({ message: 'x', voice_id: 'v', message_id: 'm', ...told }));
    const fail = (code: number) => {
      tell({ code });
      socket.close();
    };
    const wants = askedBy(request);
    if (wants === null) return fail(4_002);
    // Each connection has a name of its own, is PCM, and is cut into sentences.
    if (voices.has(wants.voice_id) || wants.voice_format !== '1' || wants.needvad !== '1') return fail(4_001);
    voices.add(wants.voice_id);
    asked.push(wants);
    const script = createScript(
      sentences,
      wants.engine_model_type?.startsWith('8k') ? 8_000 : Number(wants.input_sample_rate),
    );
    let index = 0;
    tell({ code: 0 });
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) return JSON.parse(String(data)).type === 'end' ? socket.close() : fail(4_010);
      rave(socket, mishap);
      const heard = script.hear(data);
      if (!heard || heard.words === '') return;
      if (!heard.isWhole && heard.words.length >= 3 && mishap === 'closesInMidSentence') return socket.terminate();
      const voice_text_str = heard.isWhole ? `${heard.words}。` : heard.words;
      tell({
        code: 0,
        result: { slice_type: heard.isWhole ? 2 : 1, index, voice_text_str, word_size: 0, word_list: [] },
      });
      if (heard.isWhole) index += 1;
    });
  });
  return { ...server, url: `${server.url}/asr/v2`, asked };
};

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Whether the authorization of a request is the one its headers and body make (签名方法 v3). */
const isSignedV3 = ({ headers }: IncomingMessage, body: Buffer): boolean => {
  const at = Number(headers['x-tc-timestamp']);
  const day = new Date(at * 1_000).toISOString().slice(0, 10);
  const canonical = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${headers.host}\nx-tc-action:${String(headers['x-tc-action']).toLowerCase()}\n\ncontent-type;host;x-tc-action\n${sha(body)}`;
  const text = `TC3-HMAC-SHA256\n${at}\n${day}/tts/tc3_request\n${sha(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${tencentAccount.secret}`, day), 'tts'), 'tc3_request');
  const made = `TC3-HMAC-SHA256 Credential=${tencentAccount.keyId}/${day}/tts/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=${hmac(key, text).toString('hex')}`;
  return Math.abs(at - Date.now() / 1_000) < 300 && headers.authorization === made;
};

export const startTencentVoice = async (fate: (text: string) => VoiceMishap): Promise<VoiceServer> => {
  const asked: string[] = [];
  const server = await serveHttp((request, response, body) => {
    const tell = (told: object) => response.end(JSON.stringify({ Response: { ...told, RequestId: 'r' } }));
    const { Text = '', VoiceType, Codec, SampleRate, Speed } = JSON.parse(String(body)) as Record<string, string>;
    asked.push(`${Text}|${Speed}`);
    const mishap = fate(Text);
    if (mishap === 'refusesKey' || !isSignedV3(request, body))
      return void tell({ Error: { Code: 'AuthFailure.SignatureFailure', Message: '' } });
    if (voiceFails(mishap, response)) return;
    const isAsked = request.headers['x-tc-version'] === '2019-08-23' && Codec === 'pcm' && Number.isInteger(VoiceType);
    if (!isAsked || Text.length > 150) return void tell({ Error: { Code: 'InvalidParameterValue', Message: '' } });
    tell({ Audio: vendorSound(Number(SampleRate)).toString('base64'), SessionId: 's' });
  });
  return { ...server, asked };
};
