import { encodeAlaw, tone } from '@lianxian/telephony';
import { afterEach, describe, expect, test } from 'vitest';
import { openEgressGuard } from '../platform/egress-guard.ts';
import { funAsr } from './funasr.ts';
import type { Recogniser, RecogniserFault } from './ports/recogniser.ts';
import { openRecogniserSocket } from './recogniser-socket.ts';
import { withoutEnd, withoutGaps } from './recogniser-words.ts';
import { sherpa } from './sherpa.ts';
import { aliyunAccount, startAliyunHearing, startAliyunTokens } from './testing/aliyun-server.ts';
import { startFunAsr } from './testing/funasr-server.ts';
import type { Mishap } from './testing/mishap.ts';
import { makeSherpaFolder } from './testing/sherpa-folder.ts';
import { serveSockets } from './testing/sockets.ts';
import { startTencentHearing, tencentAccount } from './testing/tencent-server.ts';
import { startVolcengineHearing, volcengineAccount } from './testing/volcengine-server.ts';
import { startVosk } from './testing/vosk-server.ts';
import { startXunfeiHearing, xunfeiAccount } from './testing/xunfei-server.ts';
import { aliyunHearing } from './vendors/aliyun-hearing.ts';
import { openAliyunTokens } from './vendors/aliyun-token.ts';
import { tencentHearing } from './vendors/tencent-hearing.ts';
import { volcengineHearing } from './vendors/volcengine-hearing.ts';
import { xunfeiHearing } from './vendors/xunfei-hearing.ts';
import { vosk } from './vosk.ts';

/** The conformance suite of the port: whoever understands callees passes all of it. */
const sentences = ['我想周六上午过来', '好的再见'];
const egress = openEgressGuard(['127.0.0.1']);

interface Opened {
  readonly recogniser: Recogniser;
  readonly close: () => Promise<void>;
}
type Open = (script: readonly string[], mishap: Mishap) => Promise<Opened>;

const openers: Readonly<Record<string, Open>> = {
  FunASR: async (script, mishap) => {
    const { url, close } = await startFunAsr(script, () => mishap);
    return { recogniser: funAsr({ id: 'f', egress, url, key: '', hotwords: ['课时'] }), close };
  },
  Vosk: async (script, mishap) => {
    const { url, close } = await startVosk(script, () => mishap);
    return { recogniser: vosk({ id: 'v', egress, url, key: '' }), close };
  },
  Aliyun: async (script, mishap) => {
    const buying = await startAliyunTokens();
    const { url, close } = await startAliyunHearing(script, token => buying.given.includes(token ?? ''), mishap);
    const tokens = openAliyunTokens(egress, buying.url);
    const recogniser = aliyunHearing({ id: 'a', egress, url, account: aliyunAccount, vocabulary: '', tokens });
    return { recogniser, close: async () => void (await Promise.all([buying.close(), close()])) };
  },
  'Tencent Cloud': async (script, mishap) => {
    const { url, close } = await startTencentHearing(script, mishap);
    const asked = { model: '8k_zh', hotwords: ['课时'] };
    return { recogniser: tencentHearing({ id: 't', egress, url, account: tencentAccount, ...asked }), close };
  },
  Xunfei: async (script, mishap) => {
    const { url, close } = await startXunfeiHearing(script, mishap);
    return { recogniser: xunfeiHearing({ id: 'x', egress, url, account: xunfeiAccount }), close };
  },
  Volcengine: async (script, mishap) => {
    const { url, close } = await startVolcengineHearing(script, mishap);
    const asked = { model: 'volc.bigasr.sauc.duration', hotwords: ['课时'] };
    return { recogniser: volcengineHearing({ id: 'v', egress, url, account: volcengineAccount, ...asked }), close };
  },
  'sherpa-onnx': async script => {
    const { folder, remove } = await makeSherpaFolder(script);
    const recogniser = sherpa({ id: 's', folder });
    const close = async () => {
      await recogniser.close();
      await remove();
    };
    return { recogniser, close };
  },
};

const FRAME = 160;
const voice = (ms: number): Uint8Array => encodeAlaw(tone([300], ms));
const silence = (ms: number): Uint8Array => new Uint8Array(ms * 8).fill(0xd5);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Listens, and keeps what it is told. */
const listen = (recogniser: Recogniser) => {
  const told: string[] = [];
  const heard: string[] = [];
  const lost: RecogniserFault[] = [];
  let isReady = false;
  const hearing = recogniser.listen({
    ready: () => {
      isReady = true;
    },
    words: text => told.push(text),
    sentence: text => heard.push(text),
    lost: because => lost.push(because),
  });
  closers.push(hearing.close);
  const say = (...sounds: Uint8Array[]) => {
    for (const sound of sounds)
      for (let at = 0; at + FRAME <= sound.length; at += FRAME) hearing.sound(sound.subarray(at, at + FRAME));
  };
  return { told, heard, lost, say, close: hearing.close, isReady: () => isReady };
};

describe.each(Object.entries(openers))('%s', (name, open) => {
  const start = async (mishap: Mishap = 'none', script = sentences) => {
    const opened = await open(script, mishap);
    closers.push(opened.close);
    return listen(opened.recogniser);
  };

  test('words come while somebody speaks, and the sentence when it is over', async () => {
    const { told, heard, say, isReady } = await start();
    say(voice(800), silence(1_000));
    await expect.poll(() => heard).toEqual(['我想周六上午过来']);
    expect(isReady()).toBe(true);
    expect(told[0]).toMatch(/^我/);
    expect(told.every(words => '我想周六上午过来'.startsWith(words))).toBe(true);
    say(voice(400), silence(1_000));
    await expect.poll(() => heard).toEqual(sentences);
  });

  test('silence says nothing, and is no end', async () => {
    const { told, heard, lost, say } = await start();
    say(silence(3_000), voice(600), silence(1_000));
    await expect.poll(() => heard).toEqual(['我想周六上午过来']);
    expect(told.every(words => words !== '')).toBe(true);
    expect(lost).toEqual([]);
  });

  test('two calls at once are two', async () => {
    const { recogniser, close } = await open(sentences, 'none');
    closers.push(close);
    const [one, other] = [listen(recogniser), listen(recogniser)];
    one.say(voice(500), silence(1_000));
    other.say(silence(200));
    await expect.poll(() => one.heard).toEqual(['我想周六上午过来']);
    expect(other.heard).toEqual([]);
  });

  test('after it is closed nothing is told, whatever is still under way', async () => {
    const { recogniser, close: closeServer } = await open(sentences, 'none');
    closers.push(closeServer);
    const { told, heard, lost, say, close, isReady } = listen(recogniser);
    await expect.poll(isReady).toBe(true);
    say(voice(500), silence(1_000));
    close();
    say(voice(500));
    const before = told.length + heard.length;
    // Who begins afterwards and has heard a sentence has heard it after whatever was under way.
    const next = listen(recogniser);
    next.say(voice(500), silence(1_000));
    await expect.poll(() => next.heard).not.toEqual([]);
    expect(told.length + heard.length).toBe(before);
    expect(lost).toEqual([]);
  });

  if (name === 'sherpa-onnx') return;

  test('one that closes in mid-sentence is lost, and says so once', async () => {
    const { lost, say } = await start('closesInMidSentence');
    say(voice(800), silence(1_000));
    await expect.poll(() => lost).toEqual(['closed']);
  });

  test.each(['raves', 'speaksNoJson'] as const)('one that %s is lost as nonsense', async mishap => {
    const { lost, heard, say } = await start(mishap);
    say(voice(800));
    await expect.poll(() => lost).toEqual(['nonsense']);
    expect(heard).toEqual([]);
  });

  test('one that lets nobody in is lost', async () => {
    const { lost } = await start('refuses');
    await expect.poll(() => lost).toEqual(['closed']);
  });
});

test('nobody there, and an address of the own network, are told apart', async () => {
  const { url, close } = await startVosk([]);
  await close();
  const gone = listen(vosk({ id: 'v', egress, url, key: '' }));
  await expect.poll(() => gone.lost).toEqual(['unreachable']);
  const inner = listen(vosk({ id: 'v', egress: openEgressGuard([]), url, key: '' }));
  await expect.poll(() => inner.lost).toEqual(['notAllowed']);
});

test('one that reads nothing more keeps no connection when the call is over', async () => {
  const sockets = () => process.getActiveResourcesInfo().filter(kind => kind === 'TCPSocketWrap').length;
  const before = sockets();
  let isPaused = false;
  const server = await serveSockets(socket => {
    socket.pause();
    isPaused = true;
  });
  closers.push(server.close);
  const nothing = () => undefined;
  const socket = openRecogniserSocket({
    ...{ egress, url: new URL(server.url), ready: nothing, message: () => true, lost: nothing },
    // More than lies on the way.
    ...{ opening: Buffer.alloc(32 * 1_048_576), parting: '{}', saysWhenStarted: true },
  });
  await expect.poll(() => isPaused).toBe(true);
  expect(sockets()).toBe(before + 2);
  socket.close();
  // Its own end is left, for it does not read that ours is gone.
  await expect.poll(sockets).toBe(before + 1);
});

test('a folder without a model, and one without the library, are said', async () => {
  for (const [parts, because] of [
    [{ model: false }, 'folder'],
    [{ library: false }, 'library'],
  ] as const) {
    const { folder, remove } = await makeSherpaFolder([], parts);
    const recogniser = sherpa({ id: 's', folder });
    closers.push(remove, recogniser.close);
    const { lost } = listen(recogniser);
    await expect.poll(() => lost).toEqual([because]);
  }
});

test('a real model of sherpa-onnx runs where SHERPA_DIR names a folder; here none was given', ctx => {
  const folder = process.env.SHERPA_DIR;
  if (folder === undefined) {
    console.info('not tried: sherpa-onnx with a real model (SHERPA_DIR is not set)');
    return ctx.skip();
  }
  const recogniser = sherpa({ id: 's', folder });
  closers.push(recogniser.close);
  const { isReady, lost } = listen(recogniser);
  return expect.poll(() => isReady() || lost, { timeout: 60_000 }).toBe(true);
});

describe('what a recogniser writes', () => {
  test.each([
    ['我 想 周六 上午 过来 。', '我想周六上午过来。'],
    ['the next  day', 'the next  day'],
    ['买 iPhone 吗', '买iPhone吗'],
    ['𠮷 a', '𠮷a'],
    [' 好 ', '好'],
    ['好\u0007的', '好 的'],
  ])('「%s」 is shown as 「%s」', (written, shown) => {
    expect(withoutGaps(written)).toBe(shown);
  });

  test('is read in the time of its length, whatever it is', () => {
    const before = process.cpuUsage();
    expect(withoutGaps(`a${' '.repeat(60_000)}a`)).toHaveLength(60_002);
    expect(withoutEnd(`好${'。'.repeat(60_000)}好。`)).toHaveLength(60_002);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });

  test('words that never come to an end are no more than a sentence may have', async () => {
    const server = await serveSockets(
      socket => {
        for (let n = 0; n < 100; n += 1)
          socket.send(JSON.stringify({ mode: '2pass-online', text: '喂'.repeat(8_000) }));
        socket.send(JSON.stringify({ mode: '2pass-offline', text: '好的' }));
      },
      { protocol: 'binary' },
    );
    closers.push(server.close);
    const { told, heard } = listen(funAsr({ id: 'f', egress, url: server.url, key: '', hotwords: [] }));
    await expect.poll(() => heard).toEqual(['好的']);
    expect(told).toHaveLength(100);
    expect(Math.max(...told.map(words => words.length))).toBe(2_000);
  });
});
