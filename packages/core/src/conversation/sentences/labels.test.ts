import { expect, test } from 'vitest';
import { sentenceRead, sentenceWritten } from './labels.ts';

test('a sentence reads with its variables by what they are called, and is written back as it was', () => {
  const slot = (name: string) => `\${${name}}`;
  const variables = [
    { name: 'n1', label: '称呼' },
    { name: 'n2', label: '课程' },
    { name: 'n3', label: '课程' },
  ];
  const text = `${slot('n1')}您好，${slot('n2')}和${slot('n3')}，还有${slot('谁也不知道')}。`;
  const read = sentenceRead(text, variables);
  expect(read).toBe(`{称呼}您好，{n2}和{n3}，还有${slot('谁也不知道')}。`);
  expect(sentenceWritten(read, variables)).toBe(text);
  expect(sentenceWritten('｛称呼｝您好，{随便}', variables)).toBe(`${slot('n1')}您好，{随便}`);
});
