import { type Instant, instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { createCollector } from './collector.ts';

const at = (ms: number): Instant => instant(ms);
const wants = { max: 4, terminators: '#*', firstTimeoutMs: 5_000, betweenTimeoutMs: 2_000 };

test('a number is complete with its last key', () => {
  const keys = createCollector(wants, at(0));
  expect([...'1234'].map((key, n) => keys.key(key, at(n * 500)))).toEqual([
    null,
    null,
    null,
    { keys: '1234', by: 'max' },
  ]);
});

test('a terminator ends it and is not part of it, even as the first key', () => {
  const keys = createCollector(wants, at(0));
  keys.key('7', at(100));
  expect(keys.key('#', at(200))).toEqual({ keys: '7', by: 'terminator' });
  expect(createCollector(wants, at(0)).key('*', at(1))).toEqual({ keys: '', by: 'terminator' });
});

test('the first key is waited for from the end of what plays', () => {
  const keys = createCollector(wants, at(0));
  expect(keys.due(at(8_000), true)).toBeNull();
  expect(keys.due(at(12_999), false)).toBeNull();
  expect(keys.due(at(13_000), false)).toEqual({ keys: '', by: 'firstTimeout' });
});

test('each further key has its own limit, whatever plays', () => {
  const keys = createCollector(wants, at(0));
  keys.key('1', at(4_000));
  expect(keys.due(at(5_999), true)).toBeNull();
  expect(keys.due(at(6_000), true)).toEqual({ keys: '1', by: 'betweenTimeout' });
});
