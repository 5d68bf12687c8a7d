import { expect, test } from 'vitest';
import { wordsOf } from '../customers/index.ts';
import { mergeOf } from './merge.policy.ts';

const one = (id: string, over: Partial<ReturnType<typeof wordsOf>>) => ({ id, words: { ...wordsOf({}), ...over } });

test('gaps are filled by the first who has a word; words that differ lose, and are told', () => {
  const keep = one('1', { name: '陈女士', company: '' });
  const others = [one('2', { name: '陈老师', company: '启明' }), one('3', { company: '启明小学', remark: '周六' })];
  expect(mergeOf(keep, others)).toEqual({
    fills: [
      { field: 'company', before: '', after: '启明' },
      { field: 'remark', before: '', after: '周六' },
    ],
    lost: [
      { id: '2', field: 'name', value: '陈老师' },
      { id: '3', field: 'company', value: '启明小学' },
    ],
  });
});
