import { expect, test } from 'vitest';
import { dice } from '../kit/index.ts';
import { type FailureSums, failureSums, judgeFailures } from './index.ts';

const of = (failed: number, calls: number): FailureSums => ({ failed, calls });

/** By hand: what failed of how many lately, of how many before, whether a line is unwell; who is blamed. */
test.each<[string, FailureSums, FailureSums, boolean, ReturnType<typeof judgeFailures>]>([
  ['nothing failed', of(0, 60), of(5, 500), false, 'asUsual'],
  ['as before', of(6, 60), of(50, 500), false, 'asUsual'],
  ['a little more than before', of(15, 60), of(50, 500), false, 'asUsual'],
  ['from one in ten to one in two', of(30, 60), of(50, 500), false, 'task'],
  ['all of them', of(20, 20), of(10, 500), false, 'task'],
  ['all, while its line is unwell', of(60, 60), of(10, 500), true, 'line'],
  ['all, but few calls yet', of(19, 19), of(10, 500), false, 'asUsual'],
  ['all from its beginning: it has no past', of(200, 200), of(0, 0), false, 'asUsual'],
  ['its past is of forty calls', of(60, 60), of(1, 40), false, 'asUsual'],
  ['a list that always fails half the time', of(40, 60), of(250, 500), false, 'asUsual'],
  ['a list that always fails half the time, and now all the time', of(60, 60), of(250, 500), false, 'asUsual'],
  ['a good list at a tenth: still few', of(3, 30), of(1, 1_000), false, 'asUsual'],
  ['a good list at two fifths', of(12, 30), of(1, 1_000), false, 'task'],
])('%s', (_, lately, past, isLineUnwell, blamed) => {
  expect(judgeFailures({ lately, past, isLineUnwell })).toBe(blamed);
});

test('a number that is empty or switched off is its own fault, nobody answering is nobody’s', () => {
  expect(
    failureSums([
      { state: 'answered', calls: 4 },
      { state: 'noAnswer', calls: 3 },
      { state: 'busy', calls: 2 },
      { state: 'emptyNumber', calls: 50 },
      { state: 'outOfService', calls: 50 },
      { state: 'poweredOff', calls: 50 },
      { state: 'interrupted', calls: 9 },
      { state: 'rejected', calls: 5 },
      { state: 'unreachable', calls: 6 },
      { state: 'lineFault', calls: 7 },
      { state: 'limited', calls: 8 },
    ]),
  ).toEqual({ failed: 26, calls: 35 });
});

test('no alarm in two hundred thousand looks at lists that are as they always were', () => {
  const { next } = dice(11);
  let alarms = 0;
  for (let task = 0; task < 500; task += 1) {
    const rate = next() * 0.7;
    const minutes: number[] = [];
    const callsAMinute = 4 + Math.floor(next() * 12);
    for (let minute = 0; minute < 400; minute += 1) {
      let failed = 0;
      for (let call = 0; call < callsAMinute; call += 1) if (next() < rate) failed += 1;
      minutes.push(failed);
      const sum = (from: number, to: number) =>
        of(
          minutes.slice(from, to).reduce((all, n) => all + n, 0),
          Math.max(0, to - from) * callsAMinute,
        );
      const since = Math.max(0, minutes.length - 5);
      const seen = { lately: sum(since, minutes.length), past: sum(0, since), isLineUnwell: false };
      if (judgeFailures(seen) !== 'asUsual') alarms += 1;
    }
  }
  expect(alarms).toBe(0);
});

test('a jump to three calls of four is seen within forty calls', () => {
  const { next } = dice(5);
  for (let task = 0; task < 200; task += 1) {
    const failed = Array.from({ length: 40 }, () => next()).filter(at => at < 0.75).length;
    const past = of(Math.round(next() * 20), 400);
    expect(judgeFailures({ lately: of(failed, 40), past, isLineUnwell: false })).toBe('task');
  }
});
