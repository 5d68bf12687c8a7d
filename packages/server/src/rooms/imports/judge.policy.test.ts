import { importReasonText } from '@lianxian/contract';
import { lanes } from '@lianxian/core';
import { expect, test } from 'vitest';
import { openJudge } from './judge.policy.ts';

const judge = openJudge({
  columns: [
    { index: 0, use: 'phone' },
    { index: 1, use: 'name' },
    { index: 2, use: 'variable', variable: 'course' },
  ],
  lanes: new Set([lanes.ordinary, lanes.west]),
  isWest: phone => phone.startsWith('0991'),
  nameIsVariable: false,
});

test.each([
  [['138 0013 8000', ' 王\n女士 ', '英语'], { name: '王 女士', lane: lanes.ordinary }],
  [['0991-2345678', '', ''], { name: '', variables: {}, lane: lanes.west }],
  [['', '王女士', '英语'], { refused: '没有号码' }],
  [['010110', '', ''], { refused: '号码太短，应为 8 到 12 位' }],
  [['01012110', '', ''], { refused: '紧急号码，不能呼叫' }],
  [['01011012345', '', ''], { refused: '紧急号码，不能呼叫' }],
  [['01095588', '', ''], { refused: '短号或服务号码，不能呼叫' }],
  [['16899998888', '', ''], { refused: '声讯或收费号码，不能呼叫' }],
  [['006561234567', '', ''], { refused: '国外号码，不能呼叫' }],
  [['15400000001', '', ''], { refused: '练习号码只能用练习线路呼叫' }],
  // Half a character, as a workbook can hold it: PostgreSQL takes none in jsonb, and the chunk would be lost for it.
  [['13800138000', '王\ud800', ''], { refused: '有乱码，请换一种编码再导入' }],
  [['13800138000', '', '\udc00英语'], { refused: '有乱码，请换一种编码再导入' }],
  [['13800138000', '', '课'.repeat(51)], { refused: '「课课课课课课课课课课…」超过 50 个字' }],
])('a row of %j is %o', (cells, judged) => {
  const found = judge({ line: 1, cells });
  expect('refused' in found ? { refused: importReasonText(found.refused, 'zh-CN') } : found).toMatchObject(judged);
});
