import { expect, test } from 'vitest';
import { mergeWords } from './merge.policy.ts';

const now = { name: '陈女士', company: '启明小学', remark: '周六有空' };
const later = [{ by: '刘洋', fields: [{ field: 'remark', before: '', after: '周六有空' }] }];

test('what nobody else touched is changed; what is as it was is not', () => {
  expect(mergeWords(now, { name: '陈老师', company: '启明小学' }, [])).toEqual({
    changes: [{ field: 'name', before: '陈女士', after: '陈老师' }],
  });
});

test('a form that still has the old word of a field that another wrote leaves it to them', () => {
  expect(mergeWords(now, { name: '陈老师', remark: '' }, later)).toEqual({
    changes: [{ field: 'name', before: '陈女士', after: '陈老师' }],
  });
});

test('both wrote into one field: nothing is written over, and it is said who and what', () => {
  expect(mergeWords(now, { name: '陈老师', remark: '不要打了' }, later)).toEqual({ who: '刘洋', fields: ['remark'] });
});

test('both wrote the same: there is nothing to fight for', () => {
  expect(mergeWords(now, { remark: '周六有空' }, later)).toEqual({ changes: [] });
});

test('the oldest word is what he had before him, whoever wrote last is named', () => {
  const two = [
    { by: '刘洋', fields: [{ field: 'remark', before: '', after: '一' }] },
    { by: '张倩', fields: [{ field: 'remark', before: '一', after: '周六有空' }] },
  ];
  expect(mergeWords(now, { remark: '' }, two)).toEqual({ changes: [] });
  expect(mergeWords(now, { remark: '一' }, two)).toEqual({ who: '张倩', fields: ['remark'] });
});
