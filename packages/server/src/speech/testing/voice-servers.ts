import { alawWavHeader, readWavHeader, tone } from '@lianxian/telephony';
import { bytesOf } from '../upsample.ts';
import { type LocalServer, serveHttp } from './sockets.ts';

export type VoiceMishap = 'none' | 'hangs' | 'html' | 'floods' | 'refusesKey' | 'broken' | 'empty';

/** A second of sound at 24 kHz, or as much of it as speed leaves: a tone of 8 kHz is three times as slow. */
const second = (hertz = 600, speed = 1): Uint8Array => bytesOf(tone([hertz / 3], Math.round(3_000 / speed)));
/** A speaker with a hum of its own. */
export const otherHum = { speaker: 'nova', hertz: 900 } as const;

/** A second of sound, bare, at 8 kHz or twice that. */
export const vendorSound = (sampleRate: number): Buffer =>
  Buffer.from(bytesOf(tone([(300 * 8_000) / sampleRate], sampleRate / 8)));

const header = (dataBytes: number): Buffer => {
  const bytes = Buffer.from(alawWavHeader(1, dataBytes).subarray(0, 58));
  // Bare PCM of 24 kHz, 16 bits; sizes unknown, as of a stream.
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt32LE(24_000, 24);
  bytes.writeUInt32LE(48_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.writeUInt32LE(0xffffffff, 54);
  return bytes;
};

/** Does what went wrong with an answer; false: nothing. */
export const voiceFails = (fate: VoiceMishap, response: Parameters<Parameters<typeof serveHttp>[0]>[1]): boolean => {
  if (fate === 'hangs') return true;
  if (fate === 'html') return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>').writableEnded;
  if (fate === 'refusesKey') return response.writeHead(401).end('{"error": {}}').writableEnded;
  if (fate === 'broken') return response.writeHead(503).end().writableEnded;
  if (fate === 'empty') return response.writeHead(200, { 'content-type': 'audio/wav' }).end().writableEnded;
  if (fate !== 'floods') return false;
  const part = Buffer.alloc(1_000_000);
  const more = (): void => {
    while (!response.destroyed) if (!response.write(part)) return void response.once('drain', more);
  };
  response.writeHead(200, { 'content-type': 'audio/wav' });
  more();
  return true;
};

export interface VoiceServer extends LocalServer {
  readonly asked: string[];
}

/**
 * OpenAI's speech endpoint: platform.openai.com/docs/api-reference/audio/createSpeech (POST /v1/audio/speech; model, input,
 * voice, response_format, speed; the sound is the body). Read there, not tried against the real server.
 */
export const startOpenAiSpeech = async (fate: (text: string) => VoiceMishap): Promise<VoiceServer> => {
  const asked: string[] = [];
  const server = await serveHttp((request, response, body) => {
    const wants = request.url?.split('?')[0] === '/v1/audio/speech' && request.method === 'POST';
    const { input, response_format, voice, speed } = JSON.parse(String(body)) as Record<string, string>;
    if (!wants || response_format !== 'wav') return void response.writeHead(404).end();
    asked.push(`${input}|${request.headers.authorization ?? ''}`);
    if (voiceFails(fate(input ?? ''), response)) return;
    const sound = second(voice === otherHum.speaker ? otherHum.hertz : undefined, Number(speed ?? 1));
    response.writeHead(200, { 'content-type': 'audio/wav' });
    response.end(Buffer.concat([header(sound.length), sound]));
  });
  return { ...server, url: `${server.url}/v1`, asked };
};

/** As `load_wav` of cosyvoice/utils/file_utils.py and the frontend ask: a WAV of 16 kHz or more, and at most 30 s. */
const isPromptTaken = async (file: File | string | null): Promise<boolean> => {
  if (!(file instanceof Blob)) return false;
  const wav = readWavHeader(new Uint8Array(await file.arrayBuffer()));
  return typeof wav !== 'string' && wav.sampleRate >= 16_000 && wav.dataBytes / 2 / wav.sampleRate <= 30;
};

/**
 * CosyVoice: github.com/FunAudioLLM/CosyVoice, runtime/python/fastapi/server.py (inference_sft: form fields tts_text and
 * spk_id; inference_zero_shot: tts_text, prompt_text and the file prompt_wav; PCM of 16 bits in pieces). Read there, not
 * tried against the real server.
 */
export const startCosyVoice = async (fate: () => VoiceMishap): Promise<VoiceServer> => {
  const asked: string[] = [];
  const server = await serveHttp(async (request, response, body) => {
    const given = await new Response(new Uint8Array(body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    const fields: readonly string[] =
      request.url === '/inference_sft' ? ['tts_text', 'spk_id'] : ['tts_text', 'prompt_text', 'prompt_wav'];
    if (!fields.every(field => given.has(field))) return void response.writeHead(422).end('{"detail": []}');
    if (fields.includes('prompt_wav') && !(await isPromptTaken(given.get('prompt_wav'))))
      return void response.writeHead(500).end('Internal Server Error');
    asked.push(`${request.url} ${String(given.get('tts_text'))}`);
    if (voiceFails(fate(), response)) return;
    const sound = second();
    response.writeHead(200);
    for (let at = 0; at < sound.length; at += 9_999) response.write(sound.subarray(at, at + 9_999));
    response.end();
  });
  return { ...server, asked };
};
