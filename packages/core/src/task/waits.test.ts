import { expect, test } from 'vitest';
import { homeOfLane, lanes, openingsOf, type WeekWindows } from '../rules/index.ts';
import { moment, rulesWith } from '../rules/rules.test-data.ts';
import { type WaitingTask, waitOf } from './index.ts';

const daily = (from: number, to: number): WeekWindows =>
  Array.from({ length: 7 }, () => [{ from: from * 60, to: to * 60 }]);
const line = {
  practice: false,
  abroad: 'none',
  enabled: true,
  windows: null,
  isDown: false,
  restsInMinutes: null,
  isRegistered: true,
} as const;
const opens = (at: string, windows = daily(9, 20)) => openingsOf(rulesWith({ windows }), moment(at));
/** Monday, 9:30; task and merchant say 9 to 20. */
const task: WaitingTask = {
  state: 'running',
  openings: opens('2026-11-23 09:30'),
  local: { weekday: 0, minute: 570 },
  lines: [line],
};
const { ordinary, west, practice } = lanes;

test.each([
  ['may be called now', task, ordinary, 0, 'turn', null],
  ['is redialled in 28 minutes', task, ordinary, 28, 'retry', 28],
  ['lives in Xinjiang, where it is 7:30', task, west, 0, 'west', 90],
  ['is due tonight: it is called in the morning', task, ordinary, 660, 'hours', 1_410],
  ['waits for the morning', { ...task, openings: opens('2026-11-29 20:30') }, ordinary, 0, 'hours', 750],
  [
    'waits for the hours of its line',
    { ...task, lines: [{ ...line, windows: daily(10, 12) }] },
    ordinary,
    0,
    'lineHours',
    30,
  ],
  [
    'has a second line that is open',
    { ...task, lines: [{ ...line, windows: daily(10, 12) }, line] },
    ordinary,
    0,
    'turn',
    null,
  ],
  [
    'is never called at these hours',
    { ...task, openings: opens('2026-11-23 09:30', daily(21, 23)) },
    ordinary,
    0,
    'neverOpen',
    null,
  ],
  ['has a line that does not answer', { ...task, lines: [{ ...line, isDown: true }] }, ordinary, 0, 'lineDown', null],
  [
    'has a line that rests',
    { ...task, lines: [{ ...line, isDown: true, restsInMinutes: 4 }] },
    ordinary,
    0,
    'lineDown',
    4,
  ],
  [
    'has another line than the dead one',
    { ...task, lines: [{ ...line, isDown: true }, line] },
    ordinary,
    0,
    'turn',
    null,
  ],
  [
    'has a line that registers',
    { ...task, lines: [{ ...line, isRegistered: false }] },
    ordinary,
    0,
    'lineChecking',
    null,
  ],
  ['has a line that is switched off', { ...task, lines: [{ ...line, enabled: false }] }, ordinary, 0, 'lineOff', null],
  ['is a practice number without a practice line', task, practice, 0, 'noLine', null],
  ['is of a task that was stopped', { ...task, state: 'stopped' as const }, ordinary, 28, 'stopped', null],
  ['is of a paused task', { ...task, state: 'paused' as const }, ordinary, 0, 'paused', null],
] as const)('a number that %s', (_what, of, lane, dueIn, because, inMinutes) => {
  expect(waitOf(of, { lane, home: homeOfLane(lane), dueIn })).toMatchObject({ because, inMinutes });
});

test('who was promised a call waits for that hour, whatever the hours say of it then', () => {
  const promised = { lane: ordinary, home: homeOfLane(ordinary), isAppointed: true };
  expect(waitOf(task, { ...promised, dueIn: 660 })).toMatchObject({ because: 'appointed', inMinutes: 660 });
  expect(waitOf(task, { ...promised, dueIn: 0 })).toMatchObject({ because: 'turn' });
});
