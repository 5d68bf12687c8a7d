import { expect, test } from 'vitest';
import { found, type Setting } from './find.ts';

const setting = (key: string, title: string, hint: string, also: string): Setting => ({
  ...{ key, title, hint, also },
  group: 'calling',
  row: 'configured',
});
const settings = [
  setting('levels', '意向等级名称', '显示在等级字母旁边', 'A B C'),
  setting('retention', '录音保留', '到期后录音自动清理', '天数'),
  setting('recogniser', '语音识别（ASR）', '把话变成文字', '听'),
];

test.each([
  ['', 'levels retention recogniser'],
  ['  ', 'levels retention recogniser'],
  ['等级', 'levels'],
  ['asr', 'recogniser'],
  ['天数', 'retention'],
  ['录音 清理', 'retention'],
  ['录音 等级', ''],
])('“%s” finds “%s”', (q, keys) => {
  expect(
    found(settings, q)
      .map(({ key }) => key)
      .join(' '),
  ).toBe(keys);
});
