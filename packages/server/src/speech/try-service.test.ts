import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openEgressGuard } from '../platform/egress-guard.ts';
import { cosyVoice } from './cosyvoice.ts';
import { funAsr } from './funasr.ts';
import { hearOnce } from './hear-once.ts';
import { openAiChat, openUncounting } from './openai-chat.ts';
import { openAiSpeech } from './openai-speech.ts';
import { startChat } from './testing/chat-server.ts';
import { startFunAsr } from './testing/funasr-server.ts';
import { startCosyVoice, startOpenAiSpeech } from './testing/voice-servers.ts';
import { startVosk } from './testing/vosk-server.ts';
import { tryModel, tryRecogniser, trySynthesiser } from './try-service.ts';
import { vosk } from './vosk.ts';

/** What the button 测试 of the page of services does, against the small servers; at once, for sound takes its time. */
const egress = openEgressGuard(['127.0.0.1']);
const said = '您好我想预约周六上午的体验课';
const closers: (() => unknown)[] = [];
const keep = <T extends { readonly close: () => unknown }>(server: T): T => {
  closers.push(server.close);
  return server;
};
afterAll(async () => {
  for (const close of closers.splice(0)) await close();
});

describe.concurrent('a service is asked really', () => {
  test('a recogniser hears the test sentence; the time counts from its last sound', async () => {
    const { url } = keep(await startFunAsr([said]));
    const begun = performance.now();
    const tried = await tryRecogniser(funAsr({ id: 'f', egress, url, key: '', hotwords: [] }));
    expect(tried).toMatchObject({ fault: null, said });
    // All it took, less what it counts, is the sentence: 3.2 s.
    expect(performance.now() - begun - tried.ms).toBeGreaterThan(3_100);
  });

  test('a recogniser that closes in the sentence, and one nobody may reach, say why', async () => {
    const { url } = keep(await startVosk([said], () => 'refuses'));
    const lost = await tryRecogniser(vosk({ id: 'v', egress: openEgressGuard([]), url, key: '' }));
    expect(lost).toMatchObject({ fault: 'notAllowed', said: '' });
    const gone = await tryRecogniser(vosk({ id: 'v', egress, url, key: '' }));
    expect(gone.fault).not.toBe(null);
  });

  test('a voice speaks a sentence and says how long it is; one that refuses its key says so', async () => {
    const speech = keep(await startOpenAiSpeech(() => 'none'));
    const settings = { egress, key: 'k', model: 'tts-1', speaker: 'alloy', speed: 1 };
    const spoken = await trySynthesiser(async () => openAiSpeech({ ...settings, baseUrl: speech.url }));
    // The small server says a second of sound; its ends are tidied.
    expect(spoken).toMatchObject({ fault: null, said: expect.stringMatching(/^(0\.9|1\.[01]) s$/) });
    expect(spoken.sound?.length).toBeGreaterThan(7_000);
    const refusing = keep(await startCosyVoice(() => 'refusesKey'));
    const manner = { speaker: '中文女' };
    const voice = cosyVoice({ egress, baseUrl: refusing.url, manner, sampleRate: 24_000 });
    const refused = await trySynthesiser(async () => voice);
    expect(refused).toEqual({ ms: expect.any(Number), fault: 'keyRefused', said: '' });
  });

  test('a model answers a question; nobody there is a fault', async () => {
    const server = keep(await startChat(() => ({ text: '我们是一家培训学校。' }), true));
    const settings = { id: 'm', egress, key: '', model: 'qwen', temperature: 0.3, uncounting: openUncounting() };
    const answered = await tryModel(openAiChat({ ...settings, baseUrl: server.url }));
    expect(answered).toMatchObject({ fault: null, said: '我们是一家培训学校。' });
    const none = await tryModel(openAiChat({ ...settings, baseUrl: 'http://127.0.0.1:9/v1' }));
    expect(none).toMatchObject({ fault: 'unreachable', said: '' });
  });

  test('what is spoken into a test talk is heard faster than it was spoken', async () => {
    const { url } = keep(await startFunAsr([said]));
    const sound = await readFile(new URL('./test-sentence.alaw', import.meta.url));
    const limitMs = (sound.length / 8) * 2;
    // One of some turns on a busy machine is enough; who plays it in real time is late in all of them.
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 5 && best > limitMs; turn += 1) {
      const begun = performance.now();
      expect(await hearOnce(funAsr({ id: 'f', egress, url, key: '', hotwords: [] }), sound)).toBe(said);
      best = Math.min(best, performance.now() - begun);
    }
    expect(best).toBeLessThan(limitMs);
  });
});
