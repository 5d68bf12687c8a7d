import { expect, test } from 'vitest';
import { createStrangers } from './strangers.policy.ts';

/** So many calls from there, all to numbers nobody has: how many were looked up. */
const scan = (strangers: ReturnType<typeof createStrangers>, sources: readonly string[], atMs: number): number =>
  sources.filter(source => {
    if (strangers.refused(source, atMs) !== null) return false;
    strangers.found(source, false, atMs);
    return true;
  }).length;
const times = (count: number, source: (n: number) => string) => Array.from({ length: count }, (_, n) => source(n));

test('an address that dials number after number costs twenty lookups in ten seconds, however many it dials', () => {
  const strangers = createStrangers();
  const scanner = times(50, () => '192.0.2.66');
  expect(scan(strangers, scanner, 1_000)).toBe(20);
  expect(strangers.refused('192.0.2.66', 2_500)).toBe('unknown');
  expect(scan(strangers, scanner, 10_999)).toBe(0);
  expect(scan(strangers, scanner, 11_000)).toBe(20);
});

test('forged addresses cost a hundred lookups a second together, and a carrier is let through meanwhile', () => {
  const strangers = createStrangers();
  strangers.found('198.51.100.1', true, 0);
  const flood = times(10_000, n => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
  expect(scan(strangers, flood, 1_000)).toBe(100);
  expect(strangers.refused('203.0.113.9', 1_500)).toBe('notNow');
  expect(strangers.refused('198.51.100.1', 1_500)).toBe(null);
  expect(scan(strangers, flood, 2_000)).toBe(100);
});

test('a carrier that had a wrong number now and then is no stranger, for ten minutes after its last right one', () => {
  const strangers = createStrangers();
  scan(
    strangers,
    times(19, () => '198.51.100.1'),
    0,
  );
  strangers.found('198.51.100.1', true, 10);
  expect(
    scan(
      strangers,
      times(300, () => '198.51.100.1'),
      20,
    ),
  ).toBe(300);
  expect(
    scan(
      strangers,
      times(300, () => '198.51.100.1'),
      600_100,
    ),
  ).toBe(20);
});
