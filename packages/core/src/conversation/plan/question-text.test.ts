import { expect, test } from 'vitest';
import type { Question } from './question.ts';
import { createQuestionReader, questionText } from './question-text.ts';

const question: Question = {
  node: 'which-pet',
  plan: '宠物疫苗预约',
  day: '2026-11-24',
  about: '宠物种类 问宠物种类 请问您家养的是狗狗、猫咪还是兔子？',
  wants: {
    type: 'choice',
    options: [
      { value: '狗', words: ['狗'] },
      { value: '猫', words: ['猫'] },
    ],
  },
  ways: [
    { exit: 'collected', means: null, words: [] },
    { exit: 'intent:later', means: null, words: ['晚点再说'] },
    { exit: 'refuse', means: 'refuse', words: [] },
  ],
  mayAsk: [{ item: 'price', words: '多少钱' }],
};

test('a question arrives whole beside the words, in whatever pieces the text comes', () => {
  const text = `您好${questionText(question)}请问\u2028`;
  for (const size of [1, 2, 7, 80, text.length]) {
    const read = createQuestionReader();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
      text.slice(n * size, (n + 1) * size),
    );
    expect(pieces.flatMap(read)).toEqual([question]);
  }
});

test('the bounds of a date arrive with it, and what are none are no question', () => {
  const within = { closed: [6], daysAhead: 30, notToday: true, hours: { from: 540, to: 1_080 }, sentence: '' };
  const dated: Question = { ...question, wants: { type: 'date', within } };
  expect(createQuestionReader()(questionText(dated))).toEqual([dated]);
  const broken = { ...dated, wants: { type: 'date', within: { ...within, closed: ['周日'] } } };
  expect(createQuestionReader()(questionText(broken as unknown as Question))).toEqual([]);
});

test('no string of it is longer than T.140 lets one be, and nobody is shown it', () => {
  const strings = questionText(question).match(/\u0098[^\u009c]*\u009c/g) ?? [];
  expect(strings.join('')).toBe(questionText(question));
  for (const string of strings) expect(new TextEncoder().encode(string.slice(1, -1)).length).toBeLessThanOrEqual(256);
});

test('what lost a piece on the way, or is none, is no question; the next one is', () => {
  const read = createQuestionReader();
  const text = questionText(question);
  expect(read(text.slice(0, 40) + text.slice(60))).toEqual([]);
  expect(read(text.slice(0, -20))).toEqual([]);
  expect(read('\u0098^.{"node":"x","wants":{"type":"poem"}}\u009c\u009c')).toEqual([]);
  expect(read(`\u0098^+{"ways\u0098^.null\u009c`)).toEqual([]);
  expect(read(text)).toEqual([question]);
});
