import { expect, test } from 'vitest';
import { matchFile, textOfFile } from './match-files.ts';

const sentences = ['您好，我是小启。', '方便说两句吗？', '再见。'].map((text, at) => ({ number: at + 1, text }));

test.each([
  ['您好，我是小启.wav', 0],
  ['您好我是小启。.mp3', 0],
  ['02.wav', 1],
  ['3 录音.m4a', 2],
  ['01-再见.wav', 2],
  ['9.wav', null],
  ['别的.wav', null],
  ['.wav', null],
])('%s belongs to sentence %s', (name, index) =>
  expect(matchFile(name, sentences)).toBe(index === null ? null : sentences[index]),
);

test('a number is that of the list, whatever of it is there', () => {
  const open = sentences.slice(1);
  expect(matchFile('3.wav', open)).toBe(sentences[2]);
  expect(matchFile('1.wav', open)).toBeNull();
});

test('a file is called after its text, the number before it apart', () => {
  expect(textOfFile('03-您好.wav')).toBe('您好');
  expect(textOfFile('2026 年.wav')).toBe('年');
  expect(textOfFile('您好')).toBe('您好');
});
