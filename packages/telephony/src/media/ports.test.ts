import { expect, test } from 'vitest';
import { createPorts } from './ports.ts';

test('ports are even, taken in turn, none whose odd neighbour lies outside, and none when all are taken', () => {
  const ports = createPorts({ from: 10_001, to: 10_006 });
  expect([0, 0, 0].map(at => ports.take(at))).toEqual([10_002, 10_004, null]);
  expect(ports.size).toBe(2);
});

test('a port rests five seconds at least before its next call', () => {
  const ports = createPorts({ from: 10_000, to: 10_003 });
  ports.take(0);
  ports.take(0);
  ports.giveBack(10_000, 1_000);
  expect(ports.take(5_999)).toBeNull();
  expect(ports.take(6_000)).toBe(10_000);
});

test('the port that has rested longest is the next: a range of 400 pairs with 200 calls a minute rests each for a minute', () => {
  const ports = createPorts({ from: 20_000, to: 20_799 });
  const live: { port: number; until: number }[] = [];
  const backAt = new Map<number, number>();
  let leastRest = Number.POSITIVE_INFINITY;
  // A call begins every 300 ms and lasts a minute: 200 at a time, for an hour.
  for (let at = 0; at < 3_600_000; at += 300) {
    while (live[0] && live[0].until <= at) {
      const { port, until } = live.shift()!;
      ports.giveBack(port, until);
      backAt.set(port, until);
    }
    const port = ports.take(at)!;
    leastRest = Math.min(leastRest, at - (backAt.get(port) ?? Number.NEGATIVE_INFINITY));
    live.push({ port, until: at + 60_000 });
  }
  expect(leastRest).toBeGreaterThanOrEqual(59_000);
});

test('a port that is given back twice is still one port, and one that was never taken none', () => {
  const ports = createPorts({ from: 10_000, to: 10_001 }, 0);
  ports.take(0);
  ports.giveBack(10_000, 0);
  ports.giveBack(10_000, 0);
  ports.giveBack(9_998, 0);
  expect([ports.take(1), ports.take(1)]).toEqual([10_000, null]);
});

test('who takes a range over may begin anywhere in it', () => {
  const ports = createPorts({ from: 10_000, to: 10_005 }, 0, 5);
  expect([ports.take(0), ports.take(0), ports.take(0)]).toEqual([10_004, 10_000, 10_002]);
});

test('a range without a pair has none', () => {
  expect(createPorts({ from: 10_001, to: 10_002 }).take(0)).toBeNull();
});
