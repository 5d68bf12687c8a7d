import { decodeAlaw, encodeAlaw, speechLoudness, tone } from '@lianxian/telephony';
import { afterEach, describe, expect, test } from 'vitest';
import { openEgressGuard } from '../platform/egress-guard.ts';
import { cosyVoice, mannerOfCopy } from './cosyvoice.ts';
import { faultOf } from './http-failure.ts';
import { openAiSpeech } from './openai-speech.ts';
import type { Synthesiser } from './ports/synthesiser.ts';
import { openSherpaVoices } from './sherpa-voice.ts';
import { aliyunAccount, startAliyunTokens, startAliyunVoice } from './testing/aliyun-server.ts';
import { makeSherpaFolder } from './testing/sherpa-folder.ts';
import { startTencentVoice, tencentAccount } from './testing/tencent-server.ts';
import { startCosyVoice, startOpenAiSpeech, type VoiceMishap, type VoiceServer } from './testing/voice-servers.ts';
import { startVolcengineVoice, volcengineAccount } from './testing/volcengine-server.ts';
import { startXunfeiVoice, xunfeiAccount } from './testing/xunfei-server.ts';
import { openAliyunTokens } from './vendors/aliyun-token.ts';
import { aliyunVoice } from './vendors/aliyun-voice.ts';
import { tencentVoice } from './vendors/tencent-voice.ts';
import { volcengineVoice } from './vendors/volcengine-voice.ts';
import { xunfeiVoice } from './vendors/xunfei-voice.ts';

/** The conformance suite of the port: whatever speaks for robots passes all of it. */
const egress = openEgressGuard(['127.0.0.1']);
/** Who hangs is given up soon; nobody else is hurried. */
const limitOf = (fate: () => VoiceMishap): number => (fate() === 'hangs' ? 400 : 10_000);

type Open = (fate: () => VoiceMishap) => Promise<VoiceServer & { readonly voice: Synthesiser }>;
/** Four seconds of the library's own form: A-law, 8 kHz. */
const audio = encodeAlaw(tone([300], 4_000, 0.3));

const openers: Readonly<Record<string, Open>> = {
  'OpenAI-compatible': async fate => {
    const server = await startOpenAiSpeech(fate);
    const settings = { key: 'k', model: 'tts-1', speaker: 'alloy', speed: 1, timeLimitMs: limitOf(fate) };
    return { ...server, voice: openAiSpeech({ egress, baseUrl: server.url, ...settings }) };
  },
  'CosyVoice, a speaker of the model': async fate => {
    const server = await startCosyVoice(fate);
    const manner = { speaker: '中文女' };
    return {
      ...server,
      voice: cosyVoice({ egress, baseUrl: server.url, manner, sampleRate: 24_000, timeLimitMs: limitOf(fate) }),
    };
  },
  'CosyVoice, a copied voice': async fate => {
    const server = await startCosyVoice(fate);
    const manner = mannerOfCopy({ words: '希望你以后能够做的比我还好呦', audio, sound: 'a1' });
    return {
      ...server,
      voice: cosyVoice({ egress, baseUrl: server.url, manner, sampleRate: 24_000, timeLimitMs: limitOf(fate) }),
    };
  },
  Aliyun: async fate => {
    const buying = await startAliyunTokens();
    const server = await startAliyunVoice(fate, token => buying.given.includes(token));
    const tokens = openAliyunTokens(egress, buying.url);
    const asked = { account: aliyunAccount, speaker: 'xiaoyun', speed: 1.25, timeLimitMs: limitOf(fate) };
    const close = async () => void (await Promise.all([buying.close(), server.close()]));
    return { ...server, close, voice: aliyunVoice({ egress, url: server.url, tokens, ...asked }) };
  },
  'Tencent Cloud': async fate => {
    const server = await startTencentVoice(fate);
    const asked = { account: tencentAccount, speaker: '101001', speed: 1.35, timeLimitMs: limitOf(fate) };
    return { ...server, voice: tencentVoice({ egress, url: server.url, ...asked }) };
  },
  Xunfei: async fate => {
    const server = await startXunfeiVoice(fate);
    const asked = { account: xunfeiAccount, speaker: 'xiaoyan', speed: 2, timeLimitMs: limitOf(fate) };
    return { ...server, voice: xunfeiVoice({ egress, url: server.url, ...asked }) };
  },
  Volcengine: async fate => {
    const server = await startVolcengineVoice(fate);
    const asked = { account: volcengineAccount, model: 'volcano_tts', speaker: 'BV001', speed: 0.5 };
    return { ...server, voice: volcengineVoice({ egress, url: server.url, ...asked, timeLimitMs: limitOf(fate) }) };
  },
};

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const segment = { text: '您好，这里是课程顾问', fixed: true, spoken: 'asWritten' } as const;

describe.each(Object.entries(openers))('%s', (_, open) => {
  const start = async (fate: VoiceMishap = 'none') => {
    const opened = await open(() => fate);
    closers.push(opened.close);
    return opened;
  };

  test('a sentence becomes telephone audio of one loudness', async () => {
    const { voice, asked } = await start();
    const samples = decodeAlaw(await voice.speak(segment));
    expect(samples.length).toBeGreaterThan(7_500);
    expect(samples.length).toBeLessThan(8_700);
    expect(Math.abs(speechLoudness(samples) - 3_277)).toBeLessThan(500);
    expect(asked[0]).toContain('您好，这里是课程顾问');
  });

  test('its name tells voice and settings, and no key', async () => {
    const { voice } = await start();
    expect(voice.voice).not.toMatch(/Bearer|my_access_key_secret|my-secret-key|d9f4aa7ea6d9|my-access-token/);
    expect(voice.voice).toMatch(/alloy|中文女|a1|xiaoyun|101001|xiaoyan|BV001/);
  });

  test.each<[VoiceMishap, string]>([
    ['hangs', 'timeout'],
    ['html', 'nonsense'],
    ['empty', 'nonsense'],
    ['floods', 'tooLong'],
    ['refusesKey', 'keyRefused'],
    ['broken', 'broken'],
  ])('one that %s fails with a word, in time', async (fate, because) => {
    const { voice } = await start(fate);
    const fault = await voice.speak(segment).then(
      () => 'spoken',
      error => faultOf(error),
    );
    expect(fault).toBe(because);
  });

  test('one that is gone fails at once', async () => {
    const { voice, close } = await open(() => 'none');
    await close();
    await expect(voice.speak(segment)).rejects.toThrow();
  });
});

describe('sherpa-onnx, in process', () => {
  const open = async (parts: Parameters<typeof makeSherpaFolder>[1] = {}) => {
    const { folder, remove } = await makeSherpaFolder([], parts);
    const voices = openSherpaVoices(folder);
    closers.push(voices.close, remove);
    return voices;
  };
  const said = (text: string) => ({ ...segment, text });
  const fault = (spoken: Promise<unknown>) => spoken.then(() => 'spoken', faultOf);

  test('speaks by a model of the folder, by its speakers and as fast as it is told', async () => {
    const voices = await open();
    const [usual, fast] = [voices.by({ sid: 0, speed: 1 }), voices.by({ sid: 3, speed: 2 })];
    const sounds = await Promise.all([usual.speak(segment), fast.speak(segment)]);
    expect(sounds[0]!.length / sounds[1]!.length).toBeCloseTo(2, 0);
    expect(Math.abs(speechLoudness(decodeAlaw(sounds[0]!)) - 3_277)).toBeLessThan(500);
    expect(usual.voice).not.toBe(fast.voice);
    // One that fails says so, and the next is spoken.
    expect(await fault(usual.speak(said('坏')))).toBe('broken');
    expect(await fault(usual.speak(said('空')))).toBe('nonsense');
    expect(await fault(usual.speak(segment))).toBe('spoken');
  });

  test.each([
    [{ voice: false }, 'folder'],
    [{ library: false }, 'library'],
  ] as const)('a folder that lacks something says what: %j', async (parts, because) => {
    const voice = (await open(parts)).by({ sid: 0, speed: 1 });
    expect(await fault(voice.speak(segment))).toBe(because);
  });
});

test('a recording is made ready for copying when something is to be spoken, and once', async () => {
  const server = await startCosyVoice(() => 'none');
  closers.push(server.close);
  let read = 0;
  const recording = {
    words: '希望你以后能够做的比我还好呦',
    sound: 'a1',
    get audio() {
      read += 1;
      return audio;
    },
  };
  const manner = mannerOfCopy(recording);
  const voice = cosyVoice({
    egress,
    baseUrl: server.url,
    manner,
    sampleRate: 24_000,
    timeLimitMs: limitOf(() => 'none'),
  });
  expect(read).toBe(0);
  await voice.speak(segment);
  await voice.speak(segment);
  expect(read).toBe(1);
});
