import { expect, test } from 'vitest';
import { coalesce } from './coalesce.ts';

/** Asked at moments of a clock by hand; each reading ends when it is told to. */
const openReads = () => {
  let at = 0;
  const reads: PromiseWithResolvers<number>[] = [];
  const { of } = coalesce<number>(() => at);
  const ask = (when: number): Promise<number> => {
    at = when;
    return of('merchant', () => {
      reads.push(Promise.withResolvers<number>());
      return reads.at(-1)!.promise;
    });
  };
  const end = async (when: number): Promise<void> => {
    at = when;
    reads.at(-1)!.resolve(reads.length);
    await reads.at(-1)!.promise;
  };
  return { ask, end, count: () => reads.length };
};

test('however long a reading takes, who asks meanwhile shares it: one connection at most', async () => {
  const { ask, end, count } = openReads();
  const all = [ask(0), ask(900), ask(1_800)];
  expect(count()).toBe(1);
  await end(1_900);
  expect(await Promise.all(all)).toEqual([1, 1, 1]);
  void ask(1_901);
  expect(count()).toBe(2);
});

test('an answer is no second old; one that took long is kept three times as long', async () => {
  const { ask, end, count } = openReads();
  void ask(0);
  await end(400);
  void ask(799);
  expect(count()).toBe(1);
  void ask(800);
  expect(count()).toBe(2);
  await end(3_800);
  void ask(9_799);
  expect(count()).toBe(2);
  void ask(9_801);
  expect(count()).toBe(3);
});
