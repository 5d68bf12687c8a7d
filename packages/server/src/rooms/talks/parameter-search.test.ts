import { expect, test } from 'vitest';
import { momentsOf } from './parameter-search.ts';

const line = (speaker: 'robot' | 'callee', atMs: number, endMs: number | null, text: string) => ({
  line: 1,
  speaker,
  atMs,
  endMs,
  text,
  node: 'ask',
  understood: null,
  interruptedAfterMs: null,
});

test('a voice over a line is a moment with the words said in it; a voice after the line answers it', () => {
  const lines = [
    line('robot', 1_000, null, '您好，我是启航教育的课程顾问。'),
    line('callee', 2_000, 2_900, '不需要'),
    line('callee', 6_000, 6_500, '喂'),
  ];
  const voices = [
    { fromMs: 2_000, toMs: 2_800 },
    { fromMs: 3_500, toMs: 3_700 },
    { fromMs: 6_000, toMs: 6_400 },
  ];
  expect(momentsOf({ lines, voices }).map(({ moment }) => moment)).toEqual([
    {
      node: 'ask',
      robotText: '您好，我是启航教育的课程顾问。',
      robotMs: 3_300,
      voices: [{ fromMs: 1_000, toMs: 1_800 }],
      sentences: [{ atMs: 1_900, text: '不需要' }],
    },
    {
      node: 'ask',
      robotText: '您好，我是启航教育的课程顾问。',
      robotMs: 3_300,
      voices: [{ fromMs: 2_500, toMs: 2_700 }],
      sentences: [],
    },
  ]);
});
