import { afterEach, describe, expect, test } from 'vitest';
import { openEgressGuard } from '../../platform/egress-guard.ts';
import { faultOf } from '../http-failure.ts';
import type { Recogniser, RecogniserFault } from '../ports/recogniser.ts';
import { aliyunAccount, startAliyunHearing, startAliyunTokens, startAliyunVoice } from '../testing/aliyun-server.ts';
import { startTencentHearing, startTencentVoice, tencentAccount } from '../testing/tencent-server.ts';
import { startVolcengineHearing, startVolcengineVoice, volcengineAccount } from '../testing/volcengine-server.ts';
import { startXunfeiHearing, startXunfeiVoice, xunfeiAccount } from '../testing/xunfei-server.ts';
import { aliyunHearing } from './aliyun-hearing.ts';
import { openAliyunTokens, signedQuery } from './aliyun-token.ts';
import { aliyunVoice } from './aliyun-voice.ts';
import { piecesOf } from './spoken-in-pieces.ts';
import { signatureOf, tencentHearing } from './tencent-hearing.ts';
import { tencentVoice } from './tencent-voice.ts';
import { readFrame, requestFrame, soundFrame } from './volcengine-frames.ts';
import { volcengineHearing } from './volcengine-hearing.ts';
import { volcengineVoice } from './volcengine-voice.ts';
import { signaOf, xunfeiHearing } from './xunfei-hearing.ts';
import { xunfeiVoice } from './xunfei-voice.ts';

/** What is each vendor's own; that they hear and speak at all is in `recognisers.test.ts` and `synthesisers.test.ts`. */
const egress = openEgressGuard(['127.0.0.1']);
const closers: (() => unknown)[] = [];
const keep = <T extends { readonly close: () => unknown }>(server: T): T => {
  closers.push(server.close);
  return server;
};
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Connects, and tells how it went: ready, or why it was lost. */
const connect = async (recogniser: Recogniser): Promise<'ready' | RecogniserFault> => {
  const { promise, resolve } = Promise.withResolvers<'ready' | RecogniserFault>();
  keep(
    recogniser.listen({
      ready: () => resolve('ready'),
      words: () => undefined,
      sentence: () => undefined,
      lost: resolve,
    }),
  );
  return await promise;
};

const segment = (text: string) => ({ text, fixed: true, spoken: 'asWritten' }) as const;

describe('signatures are those that the vendors print', () => {
  test('Aliyun, CreateToken', () => {
    const asked = {
      AccessKeyId: 'my_access_key_id',
      Action: 'CreateToken',
      Version: '2019-02-28',
      Timestamp: '2019-04-18T08:32:31Z',
      Format: 'JSON',
      RegionId: 'cn-shanghai',
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      SignatureNonce: 'b924c8c3-6d03-4c5d-ad36-d984d3116788',
    };
    expect(signedQuery(asked, 'my_access_key_secret')).toBe(
      'Signature=hHq4yNsPitlfDJ2L0nQPdugdEzM%3D&AccessKeyId=my_access_key_id&Action=CreateToken&Format=JSON&RegionId=cn-shanghai&SignatureMethod=HMAC-SHA1&SignatureNonce=b924c8c3-6d03-4c5d-ad36-d984d3116788&SignatureVersion=1.0&Timestamp=2019-04-18T08%3A32%3A31Z&Version=2019-02-28',
    );
  });

  test('Tencent Cloud, real-time recognition', () => {
    const at = new URL('wss://asr.cloud.tencent.com/asr/v2/1259228442');
    const query =
      'engine_model_type=16k_zh&expired=1592380492&filter_dirty=1&filter_modal=1&filter_punc=1&needvad=1&nonce=1592294092123&secretid=AKIDoQq1zhZMN8dv0psmvud6OUKuGPO7pu0r&timestamp=1592294092&voice_format=1&voice_id=RnKu9FODFHK5FPpsrN';
    const asked = Object.fromEntries(new URLSearchParams(query));
    expect(signatureOf(at, asked, 'kFpwoX5RYQ2SkqpeHgqmSzHK7h3A2fni')).toBe('HepdTRX6u155qIPKNKC+3U0j1N0=');
  });

  test('Xunfei, signa', () => {
    expect(signaOf({ appId: '595f23df', secret: 'd9f4aa7ea6d94faca62cd88a28fd5234' }, '1512041814')).toBe(
      'IrrzsJeOFk1NGfJHW6SkHUoN9CU=',
    );
  });
});

describe('a wrong secret is refused as one, by who hears and who speaks', () => {
  const wrong = { secret: 'wrong' };
  const fault = (asked: Promise<unknown>) => asked.then(() => 'spoken', faultOf);

  test('Aliyun', async () => {
    const buying = keep(await startAliyunTokens());
    const hears = keep(await startAliyunHearing([], () => true));
    const speaks = keep(
      await startAliyunVoice(
        () => 'none',
        () => true,
      ),
    );
    const asked = { egress, account: { ...aliyunAccount, ...wrong }, tokens: openAliyunTokens(egress, buying.url) };
    expect(await connect(aliyunHearing({ id: 'a', url: hears.url, vocabulary: '', ...asked }))).toBe('keyRefused');
    const voice = aliyunVoice({ url: speaks.url, speaker: 'xiaoyun', speed: 1, ...asked });
    expect(await fault(voice.speak(segment('您好')))).toBe('keyRefused');
  });

  test('Tencent Cloud', async () => {
    const hears = keep(await startTencentHearing([]));
    const speaks = keep(await startTencentVoice(() => 'none'));
    const asked = { egress, account: { ...tencentAccount, ...wrong } };
    const recogniser = tencentHearing({ id: 't', url: hears.url, model: '8k_zh', hotwords: [], ...asked });
    expect(await connect(recogniser)).toBe('keyRefused');
    const voice = tencentVoice({ url: speaks.url, speaker: '101001', speed: 1, ...asked });
    expect(await fault(voice.speak(segment('您好')))).toBe('keyRefused');
  });

  test('Xunfei', async () => {
    const hears = keep(await startXunfeiHearing([]));
    const speaks = keep(await startXunfeiVoice(() => 'none'));
    const asked = { egress, account: { ...xunfeiAccount, ...wrong } };
    expect(await connect(xunfeiHearing({ id: 'x', url: hears.url, ...asked }))).toBe('keyRefused');
    const voice = xunfeiVoice({ url: speaks.url, speaker: 'xiaoyan', speed: 1, ...asked });
    expect(await fault(voice.speak(segment('您好')))).toBe('keyRefused');
  });

  test('Volcengine', async () => {
    const hears = keep(await startVolcengineHearing([]));
    const speaks = keep(await startVolcengineVoice(() => 'none'));
    const asked = { egress, account: { ...volcengineAccount, ...wrong } };
    const recogniser = volcengineHearing({
      ...{ id: 'v', url: hears.url, model: 'volc.bigasr.sauc.duration', hotwords: [] },
      ...asked,
    });
    expect(await connect(recogniser)).toBe('keyRefused');
    const voice = volcengineVoice({ url: speaks.url, model: 'volcano_tts', speaker: 'BV001', speed: 1, ...asked });
    expect(await fault(voice.speak(segment('您好')))).toBe('keyRefused');
  });
});

describe('a token of Aliyun', () => {
  const tokensOf = async (validMs?: number) => {
    const buying = keep(await startAliyunTokens(validMs));
    return { buying, tokens: openAliyunTokens(egress, buying.url) };
  };

  test('is bought once, for all who ask at once and after', async () => {
    const { buying, tokens } = await tokensOf();
    const [one, other] = await Promise.all([tokens.of(aliyunAccount), tokens.of(aliyunAccount)]);
    expect([one, other, await tokens.of(aliyunAccount)]).toEqual([one, one, one]);
    expect(buying.given).toEqual([one]);
  });

  test('is bought anew shortly before it ends, and when it is refused', async () => {
    const { buying, tokens } = await tokensOf(60_000);
    const first = await tokens.of(aliyunAccount);
    const second = await tokens.of(aliyunAccount);
    expect([first, second]).toEqual(buying.given);
    const lasting = await tokensOf();
    const hears = keep(await startAliyunHearing([], () => false));
    const asked = { egress, url: hears.url, account: aliyunAccount, vocabulary: '', tokens: lasting.tokens };
    expect(await connect(aliyunHearing({ id: 'a', ...asked }))).toBe('keyRefused');
    await lasting.tokens.of(aliyunAccount);
    expect(lasting.buying.given).toHaveLength(2);
  });

  test('that was refused is asked for again by the next', async () => {
    const { buying, tokens } = await tokensOf();
    await expect(tokens.of({ ...aliyunAccount, secret: 'wrong' })).rejects.toThrow('keyRefused');
    await expect(tokens.of({ ...aliyunAccount, secret: 'wrong' })).rejects.toThrow('keyRefused');
    expect(await tokens.of(aliyunAccount)).toBe(buying.given[0]);
  });
});

describe('hot words go along where the protocol takes them', () => {
  test('Aliyun: a table of its console, by its id', async () => {
    const buying = keep(await startAliyunTokens());
    const hears = keep(await startAliyunHearing([], () => true));
    const asked = { egress, url: hears.url, account: aliyunAccount, tokens: openAliyunTokens(egress, buying.url) };
    await connect(aliyunHearing({ id: 'a', vocabulary: 'table1', ...asked }));
    await connect(aliyunHearing({ id: 'a', vocabulary: '', ...asked }));
    expect(hears.asked[0]).toMatchObject({ sample_rate: 8_000, vocabulary_id: 'table1' });
    expect(hears.asked[1]).not.toHaveProperty('vocabulary_id');
  });

  test('Tencent Cloud: a list with weights, without what would break it', async () => {
    const hears = keep(await startTencentHearing([]));
    const asked = { id: 't', egress, url: hears.url, account: tencentAccount, model: '8k_zh' };
    await connect(tencentHearing({ ...asked, hotwords: ['课时', '体|验,课', '一二三四五六七八九十十'] }));
    await connect(tencentHearing({ ...asked, hotwords: [] }));
    expect(hears.asked[0]).toMatchObject({ hotword_list: '课时|10,体验课|10' });
    expect(hears.asked[1]).not.toHaveProperty('hotword_list');
  });

  test('Volcengine: JSON inside its JSON', async () => {
    const hears = keep(await startVolcengineHearing([]));
    const asked = { id: 'v', egress, url: hears.url, account: volcengineAccount, model: 'volc.bigasr.sauc.duration' };
    await connect(volcengineHearing({ ...asked, hotwords: ['课时', '"体验"'] }));
    expect(hears.asked[0]?.request.corpus).toEqual({
      context: '{"hotwords":[{"word":"课时"},{"word":"\\"体验\\""}]}',
    });
  });
});

describe('a long sentence is spoken in pieces that the vendor takes', () => {
  const long = `${'您好这里是课程顾问，'.repeat(20)}再见。`;

  test('all of it, in turn, as one sound', async () => {
    const server = keep(await startTencentVoice(() => 'none'));
    const voice = tencentVoice({ egress, url: server.url, account: tencentAccount, speaker: '101001', speed: 1 });
    const sound = await voice.speak(segment(long));
    const spoken = server.asked.map(each => each.split('|')[0]!);
    expect(spoken.join('')).toBe(long);
    expect(spoken.map(each => each.length)).toEqual([150, 53]);
    // A second of sound each.
    expect(sound.length).toBeGreaterThan(15_000);
  });

  test.each([
    ['一。二，三。四', 5, ['一。', '二，三。四']],
    ['一二，三四五六', 5, ['一二，', '三四五六']],
    ['一二三四五六', 4, ['一二三四', '五六']],
    ['一二三𠮷五', 4, ['一二三', '𠮷五']],
    ['', 4, []],
  ])('「%s」 by %i', (text, most, pieces) => expect(piecesOf(text, most)).toEqual(pieces));
});

test.each([
  ['Aliyun', 0.5, '-500'],
  ['Aliyun', 1, '0'],
  ['Aliyun', 2, '500'],
  ['Tencent Cloud', 0.5, '-2'],
  ['Tencent Cloud', 0.9, '-0.5'],
  ['Tencent Cloud', 1, '0'],
  ['Tencent Cloud', 2, '4'],
  ['Xunfei', 0.5, '0'],
  ['Xunfei', 1, '50'],
  ['Xunfei', 2, '100'],
  ['Volcengine', 0.5, '0.8'],
  ['Volcengine', 1.2, '1.2'],
])('%s is asked to speak %f times as fast by %s', async (vendor, speed, asked) => {
  const open = {
    Aliyun: async () => {
      const buying = keep(await startAliyunTokens());
      const server = keep(
        await startAliyunVoice(
          () => 'none',
          () => true,
        ),
      );
      const tokens = openAliyunTokens(egress, buying.url);
      return {
        server,
        voice: aliyunVoice({ egress, url: server.url, account: aliyunAccount, speaker: 'x', speed, tokens }),
      };
    },
    'Tencent Cloud': async () => {
      const server = keep(await startTencentVoice(() => 'none'));
      return { server, voice: tencentVoice({ egress, url: server.url, account: tencentAccount, speaker: '1', speed }) };
    },
    Xunfei: async () => {
      const server = keep(await startXunfeiVoice(() => 'none'));
      return { server, voice: xunfeiVoice({ egress, url: server.url, account: xunfeiAccount, speaker: 'x', speed }) };
    },
    Volcengine: async () => {
      const server = keep(await startVolcengineVoice(() => 'none'));
      const settings = { account: volcengineAccount, model: 'volcano_tts', speaker: 'x', speed };
      return { server, voice: volcengineVoice({ egress, url: server.url, ...settings }) };
    },
  }[vendor]!;
  const { server, voice } = await open();
  await voice.speak(segment('您好'));
  expect(server.asked).toEqual([`您好|${asked}`]);
});

describe('the binary messages of Volcengine', () => {
  test('are head, length and payload, all of it big-endian', () => {
    expect(soundFrame(Uint8Array.from([1, 2, 3])).toString('hex')).toBe('1120000000000003010203');
    expect(requestFrame({ a: 1 }).toString('hex')).toBe(`1110100000000007${Buffer.from('{"a":1}').toString('hex')}`);
  });

  test.each([
    ['a response with a sequence', '119110000000000100000002' + '7b7d', { json: {} }],
    ['a response without one', '1190100000000002' + '7b7d', { json: {} }],
    ['a refusal', '11f010000343b4e9' + '00000000', { error: 0x0343b4e9 }],
    ['a length that lies', '1190100000000009' + '7b7d', null],
    ['sound', '11b0000000000000', null],
    ['next to nothing', '1190', null],
  ])('%s is read', (_, hex, read) => expect(readFrame(Buffer.from(hex, 'hex'))).toEqual(read));
});
