import { expect, test } from 'vitest';
import { createTextLines } from './text-lines.ts';

const after = (...chunks: string[]) => {
  const lines = createTextLines();
  return chunks.map(chunk => lines.push(chunk).map(line => `${line.kind}:${line.text}`));
};

test.each([
  [
    'words grow until the separator ends the sentence',
    ['我', '想', '\u2028'],
    [['words:我'], ['words:我想'], ['sentence:我想']],
  ],
  [
    'a chunk may hold sentences and a beginning',
    ['好\u2028那\u2028多少'],
    [['sentence:好', 'sentence:那', 'words:多少']],
  ],
  ['CR LF ends a sentence once, in two chunks too', ['好\r', '\n', '行'], [['sentence:好'], [], ['words:行']]],
  ['a lone LF or CR ends it as well', ['a\nb\r'], [['sentence:a', 'sentence:b']]],
  ['a backspace takes the last character back', ['我像', '\b想'], [['words:我像'], ['words:我想']]],
  ['a backspace takes a whole emoji', ['好🙂', '\b'], [['words:好🙂'], ['words:好']]],
  ['a backspace does not reach behind a finished sentence', ['好\u2028\b\b行'], [['sentence:好', 'words:行']]],
  ['everything taken back is nothing said', ['嗯', '\b', '\u2028'], [['words:嗯'], ['words:'], []]],
  ['marks and control characters are no words', ['\uFEFF\u0007好\u001b'], [['words:好']]],
  ['empty lines are no sentences', ['\u2028\r\n  \u2028'], [[]]],
  ['a lost piece stays visible', ['我\uFFFD\u2028'], [['sentence:我\uFFFD']]],
] as const)('%s', (_name, chunks, expected) => {
  expect(after(...chunks)).toEqual(expected);
});

test('what stands unfinished when the speaker leaves is his last sentence', () => {
  const lines = createTextLines();
  lines.push('我考虑一下');
  expect(lines.finish()).toEqual([{ kind: 'sentence', text: '我考虑一下' }]);
  expect(lines.finish()).toEqual([]);
});

test('somebody who never ends his sentence is cut', () => {
  const lines = createTextLines();
  expect(lines.push('啊'.repeat(1_000))).toEqual([{ kind: 'sentence', text: '啊'.repeat(1_000) }]);
});
