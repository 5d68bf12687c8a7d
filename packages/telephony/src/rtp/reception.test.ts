import { expect, test } from 'vitest';
import type { RtpPacket } from './packet.ts';
import { createReception } from './reception.ts';

const packet = (sequence: number, timestamp = sequence * 160, ssrc = 1): RtpPacket => ({
  marker: false,
  payloadType: 8,
  sequence,
  timestamp,
  ssrc,
  payload: new Uint8Array(160),
});

test('lost packets are the ones that were expected and did not come, over the wrap of the sequence', () => {
  const reception = createReception(8_000);
  for (const sequence of [65_533, 65_534, 1, 2]) reception.take(packet(sequence), 0);
  // 65535 and 0 are missing.
  expect([reception.received(), reception.lost()]).toEqual([4, 2]);
});

test('a packet that comes late or twice is told so and lost packets never go below none', () => {
  const reception = createReception(8_000);
  expect([10, 12, 11, 12].map(sequence => reception.take(packet(sequence), 0))).toEqual([
    'taken',
    'taken',
    'late',
    'doubled',
  ]);
  expect(reception.lost()).toBe(0);
});

test('a far jump is believed only when its successor follows', () => {
  const reception = createReception(8_000);
  const verdicts = [100, 101, 20_000, 102, 30_000, 30_001].map(sequence => reception.take(packet(sequence), 0));
  expect(verdicts).toEqual(['taken', 'taken', 'jumped', 'taken', 'jumped', 'taken']);
  expect([reception.received(), reception.lost()]).toEqual([4, 0]);
});

test('a new source starts anew and keeps the old losses', () => {
  const reception = createReception(8_000);
  for (const sequence of [1, 3]) reception.take(packet(sequence), 0);
  for (const sequence of [500, 502]) reception.take(packet(sequence, 0, 2), 0);
  expect([reception.received(), reception.lost()]).toEqual([4, 2]);
});

test('an even stream has no jitter', () => {
  const reception = createReception(8_000);
  for (let n = 0; n < 50; n += 1) reception.take(packet(n), 1_000 + n * 20);
  expect(reception.jitterMs()).toBeCloseTo(0, 6);
});

test('one packet 16 ms late moves the jitter by a sixteenth of it (RFC 3550 A.8)', () => {
  const reception = createReception(8_000);
  reception.take(packet(0), 1_000);
  reception.take(packet(1), 1_036);
  expect(reception.jitterMs()).toBeCloseTo(1, 6);
  // Back in time: the transit changes by 16 ms again, 1 + (16 − 1) / 16.
  reception.take(packet(2), 1_040);
  expect(reception.jitterMs()).toBeCloseTo(1.9375, 6);
});

test('jitter survives the wrap of the timestamp', () => {
  const reception = createReception(8_000);
  reception.take(packet(0, 4_294_967_216), 1_000);
  reception.take(packet(1, 80), 1_020);
  expect(reception.jitterMs()).toBeCloseTo(0, 6);
});

test('what came twice, late or before the first is told apart from what was lost', () => {
  const reception = createReception(8_000);
  for (const sequence of [100, 98, 101, 105, 103, 103, 101, 106]) reception.take(packet(sequence), 0);
  // 102 and 104 never came; 98 was sent before the first that was heard.
  expect(reception.counts()).toEqual({ received: 6, lost: 2, outOfOrder: 2, doubled: 2, bursts: 1 });
});

test('a report tells of the time since the last one, signed and within 24 bits', () => {
  const reception = createReception(8_000);
  for (let n = 0; n < 100; n += 1) if (n % 4 !== 3) reception.take(packet(65_500 + n), n * 20);
  const report = reception.report();
  expect(report).toMatchObject({ ssrc: 1, cumulativeLost: 24, highestSequence: 65_598, jitter: 0 });
  expect(report!.fractionLost).toBe(Math.floor((24 * 256) / 99));
  // Nothing came since: there is nothing to tell.
  expect(reception.report()).toBeNull();
  for (let n = 99; n < 200; n += 1) reception.take(packet(65_500 + n), n * 20);
  expect(reception.report()).toMatchObject({ fractionLost: 0, cumulativeLost: 24 });
  for (let n = 0; n < 60; n += 1) reception.take(packet(65_699), 4_000);
  // RFC 3550 A.3: doubles make up for losses, below nothing too.
  expect(reception.report()).toMatchObject({ fractionLost: 0, cumulativeLost: 24 - 60 });
});

test('a restart of the same source keeps the losses of before, and no gap between them counts', () => {
  const reception = createReception(8_000);
  for (const sequence of [10, 12, 40_000, 40_001, 40_003]) reception.take(packet(sequence), 0);
  // 11, then 40,002; the packet that announced the restart was not used.
  expect(reception.counts()).toMatchObject({ received: 4, lost: 2 });
});
