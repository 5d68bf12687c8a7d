import { calleeBecauses, pacingBecauses, taskBecauses } from '@lianxian/core';
import { expect, test } from 'vitest';
import {
  calleeBecauseText,
  languages,
  pacingBecauseText,
  taskBecauseText,
  taskEventKinds,
  taskEventText,
} from '../index.ts';

test('every reason of a task, a number and the pace has a sentence in every language', () => {
  for (const language of languages) {
    for (const key of taskBecauses.filter(one => one !== '')) expect(taskBecauseText(key, language)).not.toBe(key);
    for (const key of calleeBecauses.filter(one => one !== '')) expect(calleeBecauseText(key, language)).not.toBe(key);
    for (const key of pacingBecauses) expect(pacingBecauseText(key, language)).not.toBe(key);
  }
  expect(taskBecauseText('', 'zh-CN')).toBe('');
  expect(calleeBecauseText('ofALaterRelease', 'en')).toBe('ofALaterRelease');
  expect(pacingBecauseText('constructor', 'en')).toBe('constructor');
});

test('everything that happens to a task has a sentence in every language, by a person and by itself', () => {
  const detail = { name: '旧任务', added: 3, refused: 1, n: 4, calls: 2, because: 'balance' };
  for (const kind of taskEventKinds) {
    for (const language of languages) {
      for (const who of ['王经理', null]) {
        const text = taskEventText({ kind, detail, who }, language);
        expect(text).not.toBe(kind);
        expect(text).not.toMatch(/\{\w+\}/);
      }
    }
  }
});

test.each([
  [{ kind: 'started', detail: {}, who: '王经理' }, '王经理 启动'],
  [{ kind: 'paused', detail: { because: 'byUser' }, who: '王经理' }, '王经理 暂停'],
  [{ kind: 'paused', detail: { because: 'balance' }, who: null }, '自动暂停：余额不足，充值后自动继续'],
  [{ kind: 'waiting', detail: { because: 'outsideHours' }, who: null }, '等待：不在呼叫时段，到时自动继续'],
  [{ kind: 'imported', detail: { added: 3_000, refused: 12 }, who: '小李' }, '小李 导入 3000 个号码，12 行未导入'],
  [{ kind: 'ofALaterRelease', detail: {}, who: null }, 'ofALaterRelease'],
])('%o reads as %s', (event, text) => {
  expect(taskEventText(event, 'zh-CN')).toBe(text);
});
