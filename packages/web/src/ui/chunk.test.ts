import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChunkLate, withinLimit } from './chunk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('O-426: a chunk that has not come after 120 s is an error', async () => {
  const late = withinLimit(new Promise(() => undefined)).catch((error: unknown) => error);
  let said: unknown;
  void late.then(error => {
    said = error;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(said).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toBeInstanceOf(ChunkLate);
});

test('one that comes in time leaves no timer behind', async () => {
  await expect(withinLimit(Promise.resolve('here'))).resolves.toBe('here');
  expect(vi.getTimerCount()).toBe(0);
});
