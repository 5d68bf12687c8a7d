import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { restingClock } from './clock.ts';

const STEP_MS = 5;

/** When each of `wanted` ticks came, ms after the clock was started; `during` is what a tick does. */
const ticks = (wanted: number, during: (tick: number) => void = () => {}): Promise<readonly number[]> =>
  new Promise(done => {
    const at: number[] = [];
    const zero = performance.now();
    const stop = restingClock.every(STEP_MS, () => {
      at.push(performance.now() - zero);
      during(at.length);
      if (at.length < wanted) return;
      stop();
      // A tick after the stop would be counted by now.
      setImmediate(() => setImmediate(() => done(at)));
    });
  });

test('a process that rests is never woken before its step, and never again once it is stopped', async () => {
  const came = await ticks(8);
  expect(came).toHaveLength(8);
  expect(came.filter((ms, index) => ms < (index + 1) * STEP_MS)).toEqual([]);
});

test('steps missed in a stall are not slept for and not made up for: the next tick comes at once, the one after on its step', async () => {
  let stalledUntil = 0;
  const came = await ticks(4, tick => {
    if (tick !== 2) return;
    const from = performance.now();
    while (performance.now() - from < 4.5 * STEP_MS) stalledUntil = performance.now();
  });
  expect(stalledUntil).toBeGreaterThan(0);
  expect(came[2]! - came[1]!).toBeGreaterThanOrEqual(4.5 * STEP_MS);
  const onGrid = Math.floor(came[2]! / STEP_MS + 1) * STEP_MS;
  expect(came[3]!).toBeGreaterThanOrEqual(onGrid - 0.1);
});

test('what came while the process slept is heard between two ticks', async () => {
  const [here, there] = [createSocket('udp4'), createSocket('udp4')];
  here.bind(0, '127.0.0.1');
  await once(here, 'listening');
  let tick = 0;
  const heardAfter: number[] = [];
  here.on('message', () => heardAfter.push(tick));
  there.connect(here.address().port, '127.0.0.1');
  await once(there, 'connect');
  await ticks(6, now => {
    tick = now;
    if (now <= 3) there.send(Buffer.from([now]));
  });
  await Promise.all([here, there].map(socket => new Promise<void>(done => socket.close(done))));
  expect(heardAfter).toEqual([1, 2, 3]);
});
