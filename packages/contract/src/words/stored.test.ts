import { expect, test } from 'vitest';
import { importReasonText, languages, stored, storedText } from '../index.ts';
import { refusedClause } from './stored.ts';

const inAll = (text: string) => languages.map(language => storedText(text, language));

test('a title is kept by its key and read in each language', () => {
  expect(inAll(stored(['importInto', { task: '周五「名单」' }]))).toEqual([
    '导入号码：周五「名单」',
    '匯入號碼：周五「名单」',
    'Numbers into 周五「名单」',
  ]);
});

test('why it failed and what came of it, with figures in groups of three', () => {
  const remark = stored(['taskStopped'], ['added', { n: 9_990 }], ['duplicate', { n: 5 }]);
  expect(inAll(remark)).toEqual([
    '任务已停止；导入 9,990，重复 5',
    '任務已停止；匯入 9,990，重複 5',
    'The task was stopped; 9,990 added, 5 twice',
  ]);
});

test('a refusal is kept as one', () => {
  const remark = stored(refusedClause({ key: 'uploadTooLarge', values: { limit: 50 } }), ['added', { n: 0 }]);
  expect(inAll(remark)).toEqual([
    '文件太大，最多 50 MB；导入 0',
    '檔案太大，最多 50 MB；匯入 0',
    'The file is too large. Max 50 MB; 0 added',
  ]);
});

test.each(['导入号码：周五回访名单', '任务已停止；导入 0', '', '投诉', '[["rows"]]', '\u0002', '\u0002{'])(
  'a row of an earlier release, or what a person wrote, is read as it is: %s',
  text => {
    expect(inAll(text)).toEqual([text, text, text]);
  },
);

test('a key of a later release says nothing, and nothing breaks', () => {
  expect(inAll('\u0002[["tomorrow",{}],["refused.tomorrow"],["rows",{"rows":3}]]')).toEqual([
    '共 3 条',
    '共 3 筆',
    '3 rows',
  ]);
});

test('a row of a sheet is refused in the language of who imports', () => {
  const reason = { key: 'longText', values: { text: '课课', limit: 50 } } as const;
  expect(languages.map(language => importReasonText(reason, language))).toEqual([
    '「课课…」超过 50 个字',
    '「课课…」超過 50 個字',
    '“课课…” is longer than 50 characters',
  ]);
});
