import { instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { createRobotText } from './robot-text.ts';
import type { WakeUps } from './wake-ups.ts';

const paced = () => {
  const due: { at: number; wake: (() => void) | null }[] = [];
  const wakeUps: WakeUps = {
    set: (at, wake) => {
      const entry: { at: number; wake: (() => void) | null } = { at, wake };
      due.push(entry);
      return () => {
        entry.wake = null;
      };
    },
    pending: () => due.length,
    close: () => undefined,
  };
  const sent: string[] = [];
  const text = createRobotText(piece => sent.push(piece), wakeUps);
  const step = () => due.shift()?.wake?.();
  return { text, sent, step };
};

test('a sentence goes out as it is spoken and ends with a line separator', () => {
  const { text, sent, step } = paced();
  text.begin('您好，方便吗？', instant(0), 2_100);
  step();
  step();
  expect(sent).toEqual(['您', '好', '，']);
  text.finish();
  step();
  expect(sent).toEqual(['您', '好', '，', '方便吗？\u2028']);
});

test('what an interrupted robot did not say is not sent', () => {
  const { text, sent, step } = paced();
  text.begin('一二三四五六', instant(0), 600);
  text.stop();
  step();
  expect(sent).toEqual(['一二三', '\u2028']);
  text.stop();
  expect(sent).toHaveLength(2);
});
