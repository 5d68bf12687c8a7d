import { expect, test } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

test('at most so many work at once and one of a key, in the order they came; a failure lets the next one in', async () => {
  const queue = createKeyedQueue(2);
  const began: string[] = [];
  const ends = new Map<string, (isWell: boolean) => void>();
  const work = (key: string, name: string) =>
    queue(key, () => {
      began.push(name);
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      ends.set(name, isWell => (isWell ? resolve(name) : reject(new Error(name))));
      return promise;
    });
  const all = [work('a', 'a1'), work('a', 'a2'), work('b', 'b1'), work('c', 'c1')];
  expect(began).toEqual(['a1', 'b1']);
  ends.get('a1')?.(false);
  await expect(all[0]).rejects.toThrow('a1');
  await expect.poll(() => began).toEqual(['a1', 'b1', 'a2']);
  ends.get('b1')?.(true);
  expect(await all[2]).toBe('b1');
  await expect.poll(() => began).toEqual(['a1', 'b1', 'a2', 'c1']);
  for (const name of ['a2', 'c1']) ends.get(name)?.(true);
  expect(await Promise.all(all.slice(1))).toEqual(['a2', 'b1', 'c1']);
});
