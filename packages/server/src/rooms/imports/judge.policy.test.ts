import { importReasonText } from '@lianxian/contract';
import { lanes } from '@lianxian/core';
import { expect, test } from 'vitest';
import type { ColumnUse } from './columns.policy.ts';
import { daysIn, filledByName, openJudge } from './judge.policy.ts';

const judge = openJudge({
  columns: [
    { index: 0, use: 'phone' },
    { index: 1, use: 'name' },
    { index: 2, use: 'variable', variable: 'course' },
  ],
  lanes: new Set([lanes.ordinary, lanes.west]),
  isWest: phone => phone.startsWith('0991'),
  nameVariables: [],
  seesPhones: true,
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
  [['006561234567', '', ''], { refused: '国际号码：任务的线路没有都开通，或区号不认识' }],
  [['15400000001', '', ''], { refused: '练习号码只能用练习线路呼叫' }],
  // Half a character, as a workbook can hold it: PostgreSQL takes none in jsonb, and the chunk would be lost for it.
  [['13800138000', '王\ud800', ''], { refused: '有乱码，请换一种编码再导入' }],
  [['13800138000', '', '\udc00英语'], { refused: '有乱码，请换一种编码再导入' }],
  [['13800138000', '', '课'.repeat(51)], { refused: '「课课课课课课课课课课…」超过 50 个字' }],
])('a row of %j is %o', (cells, judged) => {
  const found = judge({ line: 1, cells });
  expect('refused' in found ? { refused: importReasonText(found.refused, 'zh-CN') } : found).toMatchObject(judged);
});

test('numbers abroad are taken where the task’s lines call them, those of no known country nowhere', () => {
  const taken = openJudge({
    columns: [{ index: 0, use: 'phone' }],
    lanes: new Set([lanes.ordinary, lanes.west, lanes.abroad]),
    isWest: () => false,
    nameVariables: [],
    seesPhones: true,
  });
  expect(taken({ line: 1, cells: ['00 65 6123 4567'] })).toMatchObject({ phone: '+6561234567', lane: lanes.abroad });
  expect(taken({ line: 1, cells: ['+999 6123 4567'] })).toEqual({ refused: { key: 'abroad' }, of: null });
  expect(taken({ line: 1, cells: ['13800138000'] })).toMatchObject({ phone: '13800138000', lane: lanes.ordinary });
});

test('who sees numbers masked imports no list of guesses at one of them; others may, and so may a list of many people', () => {
  const openFor = (seesPhones: boolean) =>
    openJudge({
      columns: [{ index: 0, use: 'phone' }],
      lanes: new Set([lanes.ordinary, lanes.west]),
      isWest: () => false,
      nameVariables: [],
      seesPhones,
    });
  const refused = (judge: ReturnType<typeof openJudge>, phones: readonly string[]) =>
    phones.map(phone => judge({ line: 1, cells: [phone] })).filter(judged => 'refused' in judged);
  const guesses = Array.from({ length: 1_000 }, (_, n) => `138${String(n).padStart(4, '0')}1234`);
  const people = Array.from({ length: 20_000 }, (_, n) => `139${String(n * 4_999).padStart(8, '0')}`);
  expect(refused(openFor(true), guesses)).toEqual([]);
  const masked = openFor(false);
  expect(refused(masked, guesses)).toHaveLength(980);
  expect(refused(masked, people)).toEqual([]);
});

const named: readonly ColumnUse[] = [
  { index: 0, use: 'phone' },
  { index: 1, use: 'name' },
];
test.each<[string, string, string[]]>([
  // A variable of the studio is called 变量6, and what it is stands in its label.
  ['变量6', '姓名', ['变量6']],
  ['变量6', '客戶稱呼', ['变量6']],
  ['name', '', ['name']],
  ['变量6', '学员姓名', []],
  ['变量6', '课程名称', []],
])('the column of names fills a variable %s called 「%s」: %j', (name, label, filled) => {
  expect(filledByName(named, ['手机', '家长姓名'], [{ name, label }])).toEqual(filled);
});

test('a name that is somebody else’s fills its own variable alone, and a variable with a column of its own is left alone', () => {
  const child = { name: '变量7', label: '学员姓名' };
  expect(filledByName(named, ['家长手机', '学员姓名'], [child])).toEqual(['变量7']);
  const own: readonly ColumnUse[] = [...named, { index: 2, use: 'variable', variable: '变量7' }];
  expect(filledByName(own, ['家长手机', '家长姓名', '学员姓名'], [child, { name: 'x', label: '称呼' }])).toEqual(['x']);
});

test('a date that a sheet keeps as a number is read as the day under a title that names one, and as a number elsewhere', () => {
  const titles = ['手机', '试听日期', '客户编号', '下次联系时间'];
  const judgeDays = openJudge({
    columns: [
      { index: 0, use: 'phone' },
      { index: 1, use: 'variable', variable: 'visit' },
      { index: 2, use: 'kept', variable: '客户编号' },
      { index: 3, use: 'kept', variable: '下次联系时间' },
    ],
    lanes: new Set([lanes.ordinary]),
    isWest: () => false,
    nameVariables: [],
    seesPhones: true,
    days: daysIn(titles),
  });
  expect(judgeDays({ line: 1, cells: ['13800138000', '46054', '46054', '46054.75'] })).toMatchObject({
    variables: { visit: '2026-02-01', 客户编号: '46054', 下次联系时间: '2026-02-01 18:00:00' },
  });
});
