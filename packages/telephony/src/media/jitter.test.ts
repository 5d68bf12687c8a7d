import { dice } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { createJitterBuffer } from './jitter.ts';

/** Frame `n` is 160 times the byte n + 1; a taken frame is told by its number, silence as null. */
const sound = (n: number): Uint8Array => new Uint8Array(160).fill((n % 200) + 1);
const open = (firstTimestamp = 1_000) => {
  const buffer = createJitterBuffer();
  const target = new Uint8Array(160);
  return {
    put: (...numbers: readonly number[]) => {
      for (const n of numbers) buffer.put(7, (firstTimestamp + n * 160) >>> 0, sound(n), undefined);
    },
    take: (): number | null => {
      if (!buffer.frame(target, 0)) return null;
      if (new Set(target).size !== 1) throw new Error('a frame of two packets');
      return target[0] === 0xd5 ? null : target[0]! - 1;
    },
  };
};

/** A table of what comes before each frame that is taken. */
const run = (comes: readonly (readonly number[])[], firstTimestamp?: number): (number | null)[] => {
  const { put, take } = open(firstTimestamp);
  return comes.map(numbers => {
    put(...numbers);
    return take();
  });
};

test('two frames wait, then each is taken once and in order', () => {
  expect(run([[0], [1], [2], [3], [], []])).toEqual([null, 0, 1, 2, 3, null]);
});

test('what comes doubled or in the wrong order is put right', () => {
  expect(run([[0], [2, 1], [2, 4], [3], [], [], []])).toEqual([null, 0, 1, 2, 3, 4, null]);
});

test('what is lost is silence for its time, and the rest keeps its place', () => {
  expect(run([[0], [1], [2], [4], [5], [6], []])).toEqual([null, 0, 1, 2, null, 4, 5]);
});

test('timestamps that run over the circle are no jump', () => {
  expect(run([[0], [1], [2], [3], []], 2 ** 32 - 320)).toEqual([null, 0, 1, 2, 3]);
});

test('a stream that comes late waits deeper from then on', () => {
  expect(run([[0], [1], [], [], [], [2], [3, 4], [5], [6]])).toEqual([null, 0, 1, null, null, null, 2, 3, 4]);
});

test('a sender that rests while nobody speaks goes on with its next packet', () => {
  expect(run([[0], [1], [], [], [50], [51], [52], []])).toEqual([null, 0, 1, null, null, 50, 51, 52]);
});

test('a sender that sends too fast does not add up to delay, and one too slow stays in order', () => {
  for (const permille of [5, -5]) {
    const { put, take } = open();
    const taken: number[] = [];
    let sent = 0;
    for (let frame = 0; frame < 3_000; frame += 1) {
      while (sent < frame * (1 + permille / 1_000)) put(sent++);
      const n = take();
      if (n !== null) taken.push(n);
    }
    const last = ((sent - 1) % 200) - taken.at(-1)!;
    expect((last + 200) % 200).toBeLessThanOrEqual(6);
    // 5 per mille of 3,000 frames are 15 that must be left out, or waited for together with a deeper store each time.
    expect(taken.length).toBeGreaterThan(2_900);
  }
});

test('whatever the jitter, nothing is taken twice nor out of order', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const chance = dice(seed);
    const due: { at: number; n: number }[] = [];
    for (let n = 0; n < 150; n += 1) if (chance.between(0, 99) > 3) due.push({ at: n * 20 + chance.between(0, 90), n });
    due.sort((a, b) => a.at - b.at);
    const { put, take } = open();
    const taken: number[] = [];
    for (let at = 0; at < 3_600; at += 20) {
      while (due.length > 0 && due[0]!.at <= at) put(due.shift()!.n);
      const n = take();
      if (n !== null) taken.push(n);
    }
    expect([seed, taken.toSorted((a, b) => a - b), new Set(taken).size]).toEqual([seed, taken, taken.length]);
    expect(taken.length).toBeGreaterThan(100);
  }
});
