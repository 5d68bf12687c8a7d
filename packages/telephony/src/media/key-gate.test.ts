import { instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { createKeyGate, type KeyWay } from './key-gate.ts';

/** `5e` at 0: key 5 by telephone-event; `t` a tone, `i` SIP INFO. Answers the keys that are told. */
const told = (...heard: readonly (readonly [string, number])[]): string => {
  const gate = createKeyGate();
  const ways: Readonly<Record<string, KeyWay>> = { e: 'event', t: 'tone', i: 'info' };
  return heard.map(([said, ms]) => (gate.isNews(said[0]!, ways[said[1]!]!, instant(ms)) ? said[0] : '')).join('');
};

test('one press told by all three ways at once is one key', () => {
  expect(told(['5e', 0], ['5t', 40], ['5i', 300])).toBe('5');
  expect(told(['5i', 0], ['5t', 40], ['5e', 60])).toBe('5');
});

test('by one way a key is told as often as it is pressed', () => {
  expect(told(['5e', 0], ['5e', 150], ['5e', 300])).toBe('555');
});

test('two presses told by two ways are two keys, in whatever order they come', () => {
  expect(told(['5e', 0], ['5i', 30], ['5e', 300], ['5i', 330])).toBe('55');
  expect(told(['5e', 0], ['5e', 200], ['5i', 400], ['5i', 500])).toBe('55');
});

test('keys that differ never hide each other', () => {
  expect(told(['1e', 0], ['2i', 10], ['2e', 20], ['1i', 30])).toBe('12');
});

test('the same key by another way a second later is another press', () => {
  expect(told(['5e', 0], ['5i', 999])).toBe('5');
  expect(told(['5e', 0], ['5i', 1_001])).toBe('55');
});

test('a key held for ten seconds is told by INFO when it is let go, and is one press', () => {
  const gate = createKeyGate();
  expect(gate.isNews('5', 'event', instant(0))).toBe(true);
  for (let ms = 20; ms <= 10_000; ms += 20) gate.lasts('5', instant(ms));
  expect(gate.isNews('5', 'info', instant(10_400))).toBe(false);
});
