import { afterEach, expect, test } from 'vitest';
import { openFarEnd, virtualClock } from '../../test/far-end.ts';
import { createMediaEngine } from './engine.ts';
import type { MediaSignal } from './types.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A leg whose far end sends without a pause, and that far end. */
const open = async () => {
  const clock = virtualClock();
  const engine = createMediaEngine({ ports: null, clock });
  const far = await openFarEnd();
  cleanups.push(engine.close, far.close);
  const signals: MediaSignal[] = [];
  const wants = { localHost: '127.0.0.1', realTimeText: false, voiceActivity: false, continuous: true };
  const leg = await engine.open(wants, signal => signals.push(signal));
  let sequence = 0;
  /** One packet between two frames, and it is there. */
  const hear = async (): Promise<void> => {
    clock.pass(5);
    sequence += 1;
    far.send(leg.local.audio.port, { sequence, timestamp: sequence * 160 });
    await expect.poll(() => leg.facts().packetsReceived, { interval: 1 }).toBe(sequence);
  };
  const told = (): string => signals.flatMap(({ type }) => (type === 'firstPacket' ? [] : [type])).join(' ');
  return { clock, leg, far, hear, told };
};

test('sound that breaks off is told after a second, and with the next packet that it goes on; each once', async () => {
  const { clock, leg, far, hear, told } = await open();
  leg.connect(far.remote());
  for (let n = 0; n < 5; n += 1) {
    await hear();
    clock.pass(900);
  }
  expect(told()).toBe('');
  clock.pass(160);
  expect(told()).toBe('interrupted');
  clock.pass(5_000);
  expect(told()).toBe('interrupted');
  await hear();
  clock.pass(20);
  expect(told()).toBe('interrupted resumed');
  clock.pass(1_100);
  expect(told()).toBe('interrupted resumed interrupted');
});

test('whoever rings, holds, or could not be listened to has not broken off', async () => {
  const { clock, leg, far, hear, told } = await open();
  leg.connect(far.remote(), 'early');
  await hear();
  clock.pass(5_000);
  leg.connect(far.remote({ direction: 'recvonly' }));
  clock.pass(5_000);
  leg.connect(far.remote());
  await hear();
  clock.pass(400);
  clock.stall(30_000);
  clock.pass(200);
  expect(told()).toBe('');
  clock.pass(400);
  expect(told()).toBe('interrupted');
  leg.connect(far.remote({ direction: 'recvonly' }));
  clock.pass(20);
  expect(told()).toBe('interrupted resumed');
});
