import { getPriority } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { type Bench, type BenchOptions, openBench } from './bench.ts';
import { openByteCache } from './byte-cache.ts';

/** Does what it is told: answers, throws, goes round in circles, eats memory. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
import { getPriority } from 'node:os';
import { serveBench } from ${JSON.stringify(new URL('./bench-thread.ts', import.meta.url).href)};
const eaten = [];
const busy = ms => { for (const from = process.threadCpuUsage().user; process.threadCpuUsage().user < from + ms * 1_000; ); };
serveBench(({ does, ms = 0, n }) => {
  if (does === 'nice') return getPriority();
  if (does === 'throw') throw new Error('broken plan');
  if (does === 'circle') for (;;) ;
  if (does === 'eat') for (;;) eaten.push(Array.from({ length: 100_000 }, () => ({})));
  busy(ms);
  return n;
});`)}`,
);
let benches: Bench[] = [];
afterEach(async () => {
  await Promise.all(benches.map(bench => bench.close()));
  benches = [];
});
const open = (options: BenchOptions = {}) => {
  const bench = openBench(options);
  benches.push(bench);
  return (owner: string, work: object) => bench.run<number>(program, owner, work);
};

test('work is answered from a thread, and what goes wrong in it is told to who asked', async () => {
  const run = open();
  expect(await run('a', { n: 1 })).toBe(1);
  await expect(run('a', { does: 'throw' })).rejects.toThrow('broken plan');
  expect(await run('a', { n: 2 })).toBe(2);
});

test.skipIf(process.platform !== 'linux')(
  'its threads go behind the one that answers, which stays as it was',
  async () => {
    const before = getPriority();
    // What runs the tests may have gone behind already.
    expect(await open()('a', { does: 'nice' })).toBe(Math.max(before, 5));
    expect(getPriority()).toBe(before);
  },
);

test.each([
  ['circle', 4_000],
  // Its memory ends it: the time is for who works beside it on a busy machine.
  ['eat', 60_000],
])('what takes too much (%s) is ended, and nobody else waits for it', async (does, ms) => {
  const run = open({ threads: 2, limits: { ms, memory: 24 } });
  let isOver = false;
  const hostile = run('a', { does }).catch(error => {
    isOver = true;
    return error;
  });
  expect(await run('b', { n: 1 })).toBe(1);
  if (does === 'circle') expect(isOver).toBe(false);
  expect(await hostile).toMatchObject({ because: 'tooHeavy' });
  expect(await run('c', { n: 2 })).toBe(2);
});

test('owners take turns: ten plans of one are not all done before one of another', async () => {
  const run = open({ threads: 1 });
  const order: string[] = [];
  const all = [...Array.from({ length: 10 }, () => 'a'), 'b'].map(owner =>
    run(owner, {}).then(() => order.push(owner)),
  );
  await Promise.all(all);
  expect(order.indexOf('b')).toBe(1);
});

test('who has spent the time of a minute waits for the next, and others do not', async () => {
  const run = open({ threads: 1, limits: { minuteMs: 50 } });
  await run('a', { ms: 200 });
  const refused = await run('a', { n: 1 }).catch(error => error);
  expect(refused).toMatchObject({ because: 'spent' });
  expect(refused.seconds).toBeGreaterThan(30);
  expect(await run('b', { n: 2 })).toBe(2);
});

test('only so many of one owner wait, and a bench that closes leaves nobody waiting', async () => {
  const run = open({ threads: 1, limits: { waiting: 2 } });
  const hostile = run('a', { does: 'circle' });
  const told = Promise.allSettled([hostile, run('a', {}), run('a', {}), run('a', {}), run('b', {})]);
  await expect(run('a', {})).rejects.toMatchObject({ because: 'busy' });
  await benches[0]!.close();
  expect((await told).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
});

test('a cache is bounded by what its values take, not by how many they are', () => {
  const cache = openByteCache<string>(100);
  for (const key of ['a', 'b', 'c']) cache.keep(key, key, 30);
  expect(cache.find('a')).toBe('a');
  cache.keep('d', 'd', 30);
  expect(['a', 'b', 'c', 'd'].map(key => cache.find(key))).toEqual(['a', undefined, 'c', 'd']);
  cache.keep('d', 'D', 95);
  expect([cache.bytes(), cache.find('d'), cache.find('a')]).toEqual([95, 'D', undefined]);
  cache.keep('large', 'x', 1_000);
  expect([cache.find('large'), cache.find('d')]).toEqual(['x', undefined]);
});

test('an owner’s turns come one after the other, whatever becomes of each; nobody waits for another owner’s', async () => {
  const bench = openBench({ limits: { waiting: 2 } });
  benches.push(bench);
  const first = Promise.withResolvers<string>();
  const under: string[] = [];
  const turn = (name: string, work: Promise<string> = Promise.resolve(name)) =>
    bench.inTurn(name[0]!, () => {
      under.push(name);
      return work;
    });
  const all = [turn('a1', first.promise), turn('a2'), turn('a3')].map(asked => asked.catch(String));
  await expect(turn('a4')).rejects.toMatchObject({ because: 'busy' });
  expect(await turn('b1')).toBe('b1');
  expect(under).toEqual(['a1', 'b1']);
  first.reject(new Error('lost'));
  expect(await Promise.all(all)).toEqual(['Error: lost', 'a2', 'a3']);
  expect(await turn('a5')).toBe('a5');
  expect(under).toEqual(['a1', 'b1', 'a2', 'a3', 'a5']);
});
