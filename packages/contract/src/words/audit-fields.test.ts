import { lineSettings, taskBecauses, taskStates } from '@lianxian/core';
import { expect, test } from 'vitest';
import { semantics } from '../endpoints/keywords.ts';
import { speechKinds } from '../endpoints/speech.ts';
import { auditFieldText, auditValueText } from './audit-fields.ts';
import { languages } from './language.ts';

const inAll = (field: string, value: unknown) => languages.map(language => auditValueText(field, value, language));

test.each([
  ['state', 'paused', ['已暂停', '已暫停', 'Paused']],
  ['because', 'byUser', ['手动暂停', '手動暫停', 'Paused manually']],
  ['because', '', ['—', '—', '—']],
  ['access', 'gateway', ['网关注册', '閘道註冊', 'gateway']],
  ['kind', 'openaiChat', ['OpenAI 兼容对话', 'OpenAI 相容對話', 'OpenAI-compatible chat']],
  ['recogniser', 'none', ['不识别', '不辨識', 'None']],
  ['recogniser', '12', ['12', '12', '12']],
  ['semantic', 'refuse', ['拒绝', '拒絕', 'Refusal']],
  ['semantic', '拒绝', ['拒绝', '拒絕', 'Refusal']],
  ['enabled', true, ['是', '是', 'Yes']],
  ['fromMinute', 545, ['09:05', '09:05', '09:05']],
  ['rights', ['callLog'], ['通话记录', '通話記錄', 'Call log']],
  ['numbers', ['1001', '1002'], ['1001、1002', '1001、1002', '1001, 1002']],
  ['numbers', [], ['—', '—', '—']],
  [
    'retries',
    { noAnswer: { times: 2, afterMinutes: 30 }, busy: { times: 1, afterMinutes: 5 } },
    [
      '无人接听 2 次，隔 30 分钟；用户正忙 1 次，隔 5 分钟',
      '無人接聽 2 次，隔 30 分鐘；使用者忙線 1 次，隔 5 分鐘',
      'No answer: 2× after 30 min; Busy: 1× after 5 min',
    ],
  ],
  [
    'windows',
    [
      [
        { from: 540, to: 720 },
        { from: 840, to: 1080 },
      ],
      [],
      [],
      [],
      [],
      [{ from: 600, to: 660 }],
      [],
    ],
    [
      '周一 09:00–12:00、14:00–18:00，周六 10:00–11:00',
      '週一 09:00–12:00、14:00–18:00，週六 10:00–11:00',
      'Mon 09:00–12:00, 14:00–18:00, Sat 10:00–11:00',
    ],
  ],
  [
    'rewriting',
    { strip: '', prefix: '9', country: 'plus86', homeProvince: '浙江' },
    [
      '去掉 —，加上 9，国家码 plus86，本省 浙江',
      '去掉 —，加上 9，國碼 plus86，本省 浙江',
      'Taken off —, Put before 9, Country code plus86, Home province 浙江',
    ],
  ],
  ['later', 'of a later release', ['of a later release', 'of a later release', 'of a later release']],
])('%s %j is read in the reader’s language', (field, value, texts) => {
  expect(inAll(field, value)).toEqual(texts);
});

/** Names that are the same everywhere. */
const names: readonly string[] = ['transport', 'codecs'];
const closed: readonly (readonly [string, readonly string[]])[] = [
  ['state', taskStates],
  ['because', taskBecauses.filter(key => key !== '')],
  ['kind', speechKinds],
  ['semantic', semantics],
  ...Object.entries(lineSettings).flatMap(([name, setting]) =>
    setting.kind === 'choice' && !names.includes(name) ? [[name, setting.words] as const] : [],
  ),
];

test.each(closed)('of %s no key is shown as it is stored', (field, keys) => {
  expect(keys.filter(key => auditValueText(field, key, 'zh-CN') === key)).toEqual([]);
  expect(auditFieldText(field, 'zh-CN')).not.toBe(field);
});
