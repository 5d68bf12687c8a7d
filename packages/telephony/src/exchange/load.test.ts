import { expect, test } from 'vitest';
import { calmLoad, type Shares, stepLoad } from './load.ts';

const busy = (share: number, lateMs = 0): Shares => ({ busy: share, lateMs });
const after = (...shares: readonly Shares[]) => shares.reduce(stepLoad, calmLoad).isOver;

test.each([
  ['a loop that rests', [busy(0.2), busy(0.5), busy(0.97), busy(0.97)], false],
  ['a short burst', [busy(1), busy(1), busy(0.3)], false],
  ['no rest for three looks', [busy(1), busy(0.99), busy(0.98)], true],
  ['two bursts with a rest between', [busy(1), busy(1), busy(0.9), busy(1), busy(1)], false],
  ['one long stall', [busy(0.4, 260)], true],
  ['a short stall', [busy(0.4, 240)], false],
  ['hardly any rest after overload', [busy(1), busy(1), busy(1), busy(0.9)], true],
  ['rest after overload', [busy(1), busy(1), busy(1), busy(0.8)], false],
  ['overload that comes again', [busy(0, 300), busy(0.5), busy(1), busy(1), busy(1)], true],
] as const)('%s: overload %#', (_what, shares, isOver) => {
  expect(after(...shares)).toBe(isOver);
});
