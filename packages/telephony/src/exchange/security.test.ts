import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSecurityReport, type SecurityEvent } from './security.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what comes often from one address is told once in five seconds, with its count', () => {
  const told: SecurityEvent[] = [];
  const report = createSecurityReport(event => void told.push(event));
  for (let i = 0; i < 1_000; i++) report.note('wrongPassword', '192.0.2.9');
  report.note('strangerCall', '192.0.2.9');
  expect(told).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual([
    { kind: 'wrongPassword', address: '192.0.2.9', count: 1_000 },
    { kind: 'strangerCall', address: '192.0.2.9', count: 1 },
  ]);
  vi.advanceTimersByTime(60_000);
  expect(told, 'and nothing more is told while nothing comes').toHaveLength(2);
});

test('a flood from a hundred thousand forged addresses makes 101 lines that lose none of it', () => {
  const told: SecurityEvent[] = [];
  const report = createSecurityReport(event => void told.push(event));
  for (let i = 0; i < 100_000; i++) report.note('strangerCall', `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
  report.note('wrongPassword', '192.0.2.9');
  report.close();
  expect(told).toHaveLength(102);
  expect(told.find(each => each.address === null)).toEqual({ kind: 'strangerCall', address: null, count: 99_900 });
  expect(told.at(-1), 'which hides no other kind').toEqual({ kind: 'wrongPassword', address: '192.0.2.9', count: 1 });
  report.note('strangerCall', '192.0.2.9');
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(102);
});
