import { expect, test } from 'vitest';
import { listAsCsv, nextOpen, partsToRecord } from './parts-to-record.ts';
import type { PlacedSentence, SentencePart } from './use-voices.ts';

const part = (text: string, state: SentencePart['state'] = 'missing'): SentencePart => ({
  text,
  state,
  voices: [],
  was: null,
});
const sentence = (place: string, state: PlacedSentence['state'], ...parts: SentencePart[]): PlacedSentence => ({
  place,
  text: parts.map(({ text }) => text).join(''),
  of: { id: place, name: `节点${place}` },
  role: 'says',
  state,
  parts,
});
const all = partsToRecord([
  sentence('a', 'missing', part('您好，'), part('，方便吗？')),
  sentence('b', 'recorded', part('再见', 'recorded')),
  sentence('c', 'synthesised', part('合成的')),
  sentence('d', 'missing', part('您好')),
  sentence('e', 'changed', part('=1+1', 'changed')),
]);

test('every part is recorded once, those spoken by the machine not at all', () => {
  expect(all.map(({ place, key }) => [place, key])).toEqual([
    ['a.0', '您好'],
    ['a.1', '方便吗'],
    ['b.0', '再见'],
    ['e.0', '=1+1'],
  ]);
});

test('next is what is missing or changed, round the list', () => {
  expect(nextOpen(all, null)).toBe('您好');
  expect(nextOpen(all, '方便吗')).toBe('=1+1');
  expect(nextOpen(all, '=1+1')).toBe('您好');
  expect(nextOpen([all[2]!], null)).toBeNull();
});

test('the list for a speaker has the numbers of the whole list, places and texts, and no formula', () => {
  expect(listAsCsv(all.slice(3), ['序号', '位置', '文字'], '话术设置')).toBe(
    '\uFEFF"序号","位置","文字"\r\n"4","节点e","\'=1+1"\r\n',
  );
});
