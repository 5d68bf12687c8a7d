import { expect, test } from 'vitest';
import { readInTurns } from './reader.ts';

test('whoever else the process works for waits for some hundred sentences, not for all that were said in a quarter', async () => {
  const texts = Array.from({ length: 2_000 }, (_, n) => `第${n}句`);
  const read: string[] = [];
  const waited: number[] = [];
  let isOver = false;
  let before = 0;
  const other = (): void => {
    waited.push(read.length - before);
    before = read.length;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const reader = {
    read: (text: string) => {
      read.push(text);
      return null;
    },
  };
  await readInTurns([reader], texts);
  isOver = true;
  expect(read).toEqual(texts);
  expect(Math.max(...waited)).toBeLessThan(500);
});
