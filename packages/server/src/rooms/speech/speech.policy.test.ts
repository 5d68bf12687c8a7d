import { expect, test } from 'vitest';
import { settingsOf, splitAddress, unmaskedQuery, wholeSettings, withQuery } from './speech.policy.ts';

const bare = {
  url: '',
  model: '',
  appId: '',
  keyId: '',
  vocabulary: '',
  speaker: '',
  copies: '',
  speed: 1,
  sampleRate: 24_000,
  temperature: 0.3,
  hotwords: [],
};

test.each([
  ['wss://asr.example/ws', 'wss://asr.example/ws', ''],
  ['wss://asr.example/ws?key=abc', 'wss://asr.example/ws?key=***', 'key=abc'],
  [
    'https://a.example/v1?model=8k&api_key=s%3D1&flag',
    'https://a.example/v1?model=***&api_key=***&***',
    'model=8k&api_key=s%3D1&flag',
  ],
  ['https://a.example/v1?empty=#top', 'https://a.example/v1?empty=', 'empty='],
])('of an address only what is no secret is shown: %s', (url, shown, query) => {
  expect(splitAddress(url)).toEqual({ shown, query });
  expect(splitAddress(shown).shown).toBe(shown);
  expect(withQuery(shown, query)).toBe(url.split('#')[0]);
});

test.each([
  ['key=***', 'key=abc', 'key=abc'],
  ['key=new', 'key=abc', 'key=new'],
  ['key=***&lang=zh', 'lang=en&key=abc', 'key=abc&lang=zh'],
  ['***', 'abc', 'abc'],
  ['word=***&word=***', 'word=a&word=b', 'word=a&word=b'],
  ['', 'key=abc', ''],
  ['key=***', '', null],
  ['other=***', 'key=abc', null],
])('what was left masked stays as it was: %s over %s', (given, before, query) =>
  expect(unmaskedQuery(given, before)).toBe(query),
);

test('a copied voice needs no speaker; one of both is asked for', () => {
  const url = 'http://tts.example:50000';
  expect(settingsOf('cosyvoice', { ...bare, url })).toEqual({ is: 'needs', field: 'speaker' });
  expect(settingsOf('cosyvoice', { ...bare, url, copies: '7' })).toMatchObject({ copies: '7', speaker: '' });
  expect(settingsOf('openaiSpeech', { ...bare, url, model: 'tts-1', speaker: 'a', copies: '7' })).toMatchObject({
    copies: '',
  });
});

test('of a vendor everything of its account is asked for, and nothing else is kept', () => {
  const url = 'wss://asr.cloud.tencent.com/asr/v2';
  const account = { appId: '1250000001', keyId: 'id1' };
  expect(settingsOf('tencentAsr', { ...bare, url, model: '8k_zh' })).toEqual({ is: 'needs', field: 'appId' });
  expect(settingsOf('tencentAsr', { ...bare, url, appId: '1', model: '8k_zh' })).toEqual({
    is: 'needs',
    field: 'keyId',
  });
  expect(settingsOf('tencentAsr', { ...bare, url, ...account, model: '8k_zh', vocabulary: 'v' })).toEqual({
    ...bare,
    url,
    ...account,
    model: '8k_zh',
  });
  expect(settingsOf('aliyunTts', { ...bare, url, ...account, speaker: 'xiaoyun' })).toMatchObject({ is: 'address' });
});

test('a row of an earlier release has what it did not know yet', () => {
  const { appId, keyId, vocabulary, copies, ...known } = { ...bare, url: 'ws://a.example' };
  expect(wholeSettings(known)).toEqual({ ...known, appId, keyId, vocabulary, copies });
});
