import { expect, test } from 'vitest';
import { createPorts } from './ports.ts';

test('ports are even, taken in turn, and none when all are taken', () => {
  const ports = createPorts({ from: 10_001, to: 10_006 });
  expect([0, 0, 0, 0].map(at => ports.take(at))).toEqual([10_002, 10_004, 10_006, null]);
  expect(ports.size).toBe(3);
});

test('a port rests five seconds before its next call', () => {
  const ports = createPorts({ from: 10_000, to: 10_003 });
  ports.take(0);
  ports.take(0);
  ports.giveBack(10_000, 1_000);
  expect(ports.take(5_999)).toBeNull();
  expect(ports.take(6_000)).toBe(10_000);
});

test('a range without an even port has none', () =>
  expect(createPorts({ from: 10_001, to: 10_001 }).take(0)).toBeNull());
