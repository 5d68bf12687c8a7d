import { expect, test } from 'vitest';
import { languages, refusals, refusalText } from './index.ts';
import { nounKeys, nounWord } from './words/nouns.ts';

test('what is not there is named in the language of who asked', () => {
  const said = languages.map(language => refusalText({ key: 'notFound', values: { what: 'task' } }, language));
  expect(said).toEqual(['任务不存在或已删除', '任務不存在或已刪除', 'This task doesn’t exist or was deleted']);
});

test('no English sentence has a Chinese word in it', () => {
  const han = /\p{Script=Han}/u;
  expect(nounKeys.filter(noun => han.test(nounWord(noun, 'en')))).toEqual([]);
  expect(Object.entries(refusals).filter(([, { en }]) => han.test(en))).toEqual([]);
});

test('a field in a sentence is called as it is at the endpoint', () => {
  const values = { field: 'employeeLimit', limit: 5 };
  expect(refusalText({ key: 'quotaBeyondOwn', values }, 'en')).toBe(
    'employees at most can’t exceed your own limit of 5',
  );
  expect(refusalText({ key: 'speechNeeds', values: { field: 'speaker' } }, 'zh-TW', 'speech/save')).toBe('請填寫音色');
  expect(refusalText({ key: 'speechNeeds', values: { field: 'speaker' } }, 'en', 'speech/save')).toBe(
    'Provide the voice',
  );
});

test('things of a list stand apart as the reader writes them', () => {
  const types = { key: 'uploadType', values: { types: ['.xlsx', '.csv'] } } as const;
  expect(languages.map(language => refusalText(types, language))).toEqual([
    '只能上传 .xlsx、.csv 文件',
    '只能上傳 .xlsx、.csv 檔案',
    'Only .xlsx, .csv files can be uploaded',
  ]);
  const choice = { key: 'badInput', values: { field: 'lane', fault: 'choice', limit: ['a', 'b'] } } as const;
  expect(refusalText(choice, 'en')).toMatch(/: one of a, b$/);
});

test('an outcome that is not tried again is called by its word', () => {
  const values = { field: 'retries', fault: 'noRetry', limit: 'emptyNumber' };
  expect(refusalText({ key: 'badInput', values }, 'zh-CN', 'task/save')).toBe('重拨规则：这种结果不能重拨：空号');
});
