import { expect, test } from 'vitest';
import { calmLoad, type Shares, stepLoad } from './load.ts';

const busy = (share: number, lateMs = 0): Shares => ({ busy: share, lateMs });
const many = (count: number, shares: Shares): readonly Shares[] => Array.from({ length: count }, () => shares);
const admitted = (...shares: readonly Shares[]) => shares.reduce(stepLoad, calmLoad).admitted;

test.each([
  ['a loop that rests', [busy(0.2), busy(0.5), busy(0.97), busy(0.97)], 1],
  ['a short burst', [busy(1), busy(1), busy(0.3)], 1],
  ['two bursts with a rest between', [busy(1), busy(1), busy(0.9), busy(1), busy(1)], 1],
  ['no rest for four looks', many(4, busy(1)), 1],
  ['no rest for five', [...many(4, busy(1)), busy(0.98)], 0.8],
  ['and one more', many(6, busy(1)), 0.64],
  ['one long stall of our own', [busy(0.75, 260)], 0.8],
  ['a short stall', [busy(0.75, 240)], 1],
  ['a loop that rested and was kept from running by others', many(20, busy(0.2, 800)), 1],
  ['hardly any rest after it', [...many(5, busy(1)), busy(0.95)], 0.8],
  ['some rest after it', [...many(5, busy(1)), busy(0.5)], 0.85],
  ['much rest after it', [...many(5, busy(1)), ...many(4, busy(0.5))], 1],
  ['no rest for minutes', many(1_000, busy(1)), 0.05],
] as const)('%s: admitted %#', (_what, shares, part) => {
  expect(admitted(...shares)).toBeCloseTo(part);
});
