import { expect, test } from 'vitest';
import { monitor } from '../../testing/line-samples.ts';
import { failureMinutes, percent, totals, urgency } from './monitor.ts';

test('channels in use, of all, free and lost with a line that is down', () => {
  const { used, channels, free, unusable, up, congested, down } = totals(monitor.lines);
  expect({ used, channels, free, unusable, up, congested, down }).toEqual({
    used: 29,
    channels: 88,
    free: 29,
    unusable: 30,
    up: 2,
    congested: 1,
    down: 1,
  });
});

test('a wait is the mean of all calls that rang, not of lines', () => {
  const [line] = monitor.lines as [(typeof monitor.lines)[number]];
  const lines = [
    { ...line, calls: 30, waitMs: 1_000 },
    { ...line, calls: 10, waitMs: 5_000 },
    { ...line, calls: 90, waitMs: null },
  ];
  expect(totals(lines).waitMs).toBe(2_000);
});

test('failures stand in their minute; the sums name codes of lines, numbers are one sum', () => {
  const { minutes, sums } = failureMinutes(
    [
      { minute: '2026-11-18T08:38:00Z', code: 503, fault: 'carrier', calls: 3 },
      { minute: '2026-11-18T08:38:00Z', code: 403, fault: 'us', calls: 2 },
      { minute: '2026-11-18T08:37:00Z', code: 404, fault: 'callee', calls: 2 },
      { minute: '2026-11-18T08:37:00Z', code: 486, fault: 'callee', calls: 5 },
      { minute: '2026-11-18T07:00:00Z', code: 503, fault: 'carrier', calls: 1 },
    ],
    '2026-11-18T08:38:10Z',
  );
  expect(minutes).toHaveLength(30);
  expect(minutes.slice(-2).map(({ by }) => by)).toEqual([
    { noReply: 0, refusing: 0, busy: 0, callee: 7 },
    { noReply: 0, refusing: 2, busy: 3, callee: 0 },
  ]);
  expect(sums).toEqual([
    { kind: 'callee', code: null, calls: 7 },
    { kind: 'busy', code: 503, calls: 4 },
    { kind: 'refusing', code: 403, calls: 2 },
  ]);
});

test('a figure turns when somebody should look', () => {
  expect([urgency(1, 510), urgency(29, 310), urgency(12, 12), urgency(0, 0)]).toEqual([null, 'warn', 'bad', null]);
  expect([percent(241, 510), percent(0, 0)]).toEqual(['47.3%', null]);
});
