import { expect, test } from 'vitest';
import { BreakerOpen, createBreaker } from './breaker.ts';
import { limitConcurrency } from './limit-concurrency.ts';

const down = () => Promise.reject(new Error('down'));
const up = () => Promise.resolve('up');

const breaker = () => {
  let at = 0;
  return { later: (ms: number) => (at += ms), breaker: createBreaker({ failures: 3, restMs: 1_000, now: () => at }) };
};

test('a service that fails three times on end is not asked again until it has rested; then one tries', async () => {
  const { breaker: door, later } = breaker();
  for (let n = 0; n < 3; n += 1) await expect(door.run(down)).rejects.toThrow('down');
  expect(door.state()).toBe('open');
  await expect(door.run(up)).rejects.toBeInstanceOf(BreakerOpen);
  later(1_000);
  expect(door.state()).toBe('halfOpen');
  expect(door.mayAsk()).toBe(true);
  expect(door.mayAsk()).toBe(false);
  door.ok();
  expect(door.state()).toBe('closed');
  await expect(door.run(up)).resolves.toBe('up');
});

test('a probe that fails shuts it again at once', async () => {
  const { breaker: door, later } = breaker();
  for (let n = 0; n < 3; n += 1) await expect(door.run(down)).rejects.toThrow();
  later(1_000);
  await expect(door.run(down)).rejects.toThrow('down');
  await expect(door.run(up)).rejects.toBeInstanceOf(BreakerOpen);
});

test('a probe that never reports does not keep it shut for ever', () => {
  const { breaker: door, later } = breaker();
  for (let n = 0; n < 3; n += 1) door.failed();
  later(1_000);
  expect(door.mayAsk()).toBe(true);
  later(999);
  expect(door.mayAsk()).toBe(false);
  later(1);
  expect(door.mayAsk()).toBe(true);
});

test('failures with an answer between them do not add up', async () => {
  const { breaker: door } = breaker();
  for (const ask of [down, down, up, down, down]) await door.run(ask).catch(() => undefined);
  expect(door.state()).toBe('closed');
});

test('only a few ask at once; the others come in order, also after one that failed', async () => {
  const limited = limitConcurrency(2);
  const begun: number[] = [];
  const ends = [1, 2, 3, 4].map(() => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, n) =>
    limited(() => {
      begun.push(n);
      return promise;
    }).catch(() => undefined),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[0]!.reject(new Error('down'));
  await all[0];
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3]);
});
