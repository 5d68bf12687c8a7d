import { becauseKeys } from '@lianxian/core';
import { expect, test } from 'vitest';
import { becauseSentence, becauseText, languages } from './index.ts';

test('every verdict of core has a sentence in every language', () => {
  for (const key of becauseKeys) {
    for (const language of languages) expect(becauseSentence(key, language)).not.toBe(key);
  }
});

test.each([
  ['credentialsRefused', 401, '线路账号或密码不对，请核对后再试（SIP 401 Unauthorized）'],
  ['noReply', null, '对方地址没有回应，检查地址、端口和防火墙'],
  ['busy', 486, '对方忙（SIP 486 Busy Here）'],
  ['emptyNumber', 404, '号码不存在（空号）（SIP 404 Not Found）'],
  ['refused', 499, '线路拒绝了呼叫（SIP 499）'],
  ['calleeHungUp', 200, '对方挂断'],
  ['ofALaterRelease', null, 'ofALaterRelease'],
])('a call that ended by %s (%s) says: %s', (because, code, sentence) => {
  expect(becauseText(because, code, 'zh-CN')).toBe(sentence);
});
