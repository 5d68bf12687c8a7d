import { expect, test } from 'vitest';
import { startWorkLoop } from './work-loop.ts';

const NEVER_MS = 1_000_000;

test('looks never overlap, and a wake-up during a look causes one more', async () => {
  const finish: (() => void)[] = [];
  const loop = startWorkLoop(
    () => new Promise(resolve => finish.push(() => resolve(NEVER_MS))),
    NEVER_MS,
    () => undefined,
  );
  loop.wake();
  loop.wake();
  loop.wake();
  expect(finish).toHaveLength(1);
  finish[0]!();
  await new Promise(setImmediate);
  expect(finish).toHaveLength(2);
  finish[1]!();
  await loop.idle();
  expect(finish).toHaveLength(2);
  loop.stop();
  loop.wake();
  expect(finish).toHaveLength(2);
});

test('a look that fails is told, and the next wake-up looks again', async () => {
  const failures: unknown[] = [];
  let looks = 0;
  const look = async () => {
    looks += 1;
    throw new Error('away');
  };
  const loop = startWorkLoop(look, NEVER_MS, error => failures.push(error));
  loop.wake();
  await loop.idle();
  loop.wake();
  await loop.idle();
  loop.stop();
  expect([looks, failures.length]).toEqual([2, 2]);
});

test('a look says when the next one is, and a wake-up comes before it', async () => {
  let looks = 0;
  const seen = Promise.withResolvers<void>();
  const loop = startWorkLoop(
    async () => {
      looks += 1;
      if (looks === 3) seen.resolve();
      return looks < 3 ? 1 : NEVER_MS;
    },
    NEVER_MS,
    () => undefined,
  );
  loop.wake();
  await seen.promise;
  loop.wake();
  await loop.idle();
  loop.stop();
  expect(looks).toBe(4);
});
