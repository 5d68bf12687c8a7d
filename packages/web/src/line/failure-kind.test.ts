import { expect, test } from 'vitest';
import { failureKind, failureTones, isBusyLine } from './failure-kind.ts';

test.each([
  [null, 'carrier', 'noReply', 'bad'],
  [408, 'carrier', 'noReply', 'bad'],
  [504, 'carrier', 'noReply', 'bad'],
  [401, 'us', 'refusing', 'bad'],
  [403, 'us', 'refusing', 'bad'],
  [503, 'carrier', 'busy', 'warn'],
  [500, 'carrier', 'busy', 'warn'],
  [603, 'carrier', 'refusing', 'bad'],
  [404, 'callee', 'callee', 'idle'],
  [486, 'callee', 'callee', 'idle'],
  [480, 'unknown', 'callee', 'idle'],
] as const)('a failure with code %s by %s is of kind %s and %s', (code, fault, kind, tone) => {
  expect([failureKind({ code, fault }), failureTones[failureKind({ code, fault })]]).toEqual([kind, tone]);
});

test('of the faults of a line only what is busy passes by itself', () => {
  const passes = (state: string | null, sipCode: number | null) => isBusyLine({ state, sipCode });
  expect([passes('lineFault', 503), passes('lineFault', 403), passes('lineFault', null)]).toEqual([true, false, false]);
  expect([passes('busy', 486), passes('noAnswer', 503), passes(null, 503)]).toEqual([false, false, false]);
});
