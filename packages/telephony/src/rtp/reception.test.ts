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
