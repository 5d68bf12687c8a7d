import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  stepTask,
  type TaskBecause,
  type TaskEvent,
  type TaskStanding,
  type TaskState,
  taskBecauses,
  taskEvents,
  taskIgnoredReasons,
  taskStates,
} from './index.ts';

/** How a task can stand. */
const standings: readonly TaskStanding[] = [
  { state: 'draft', because: '' },
  { state: 'running', because: '' },
  { state: 'waiting', because: 'outsideHours' },
  { state: 'waiting', because: 'startsLater' },
  { state: 'paused', because: 'byUser' },
  { state: 'paused', because: 'balance' },
  { state: 'paused', because: 'noPort' },
  { state: 'paused', because: 'diskFull' },
  { state: 'paused', because: 'appended' },
  { state: 'paused', because: 'stoppedAll' },
  { state: 'paused', because: 'planGone' },
  { state: 'paused', because: 'merchantOff' },
  { state: 'paused', because: 'restored' },
  { state: 'paused', because: 'firstCalls' },
  { state: 'paused', because: 'budget' },
  { state: 'paused', because: 'dayBudget' },
  { state: 'paused', because: 'failures' },
  { state: 'finished', because: '' },
  { state: 'stopped', because: '' },
];
const shown = ({ state, because }: TaskStanding) => (because === '' ? state : `${state}:${because}`);

/** What each event makes of each standing, in the order above; in brackets why nothing moves, `!` is a defect. By hand. */
const matrix: Readonly<Record<TaskEvent, string>> = {
  start:
    'running (startedAlready) (startedAlready) (startedAlready) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isOver) (isOver)',
  startLater:
    'waiting:startsLater (startedAlready) (startedAlready) (startedAlready) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isPaused) (isOver) (isOver)',
  itsTime:
    '(asItIs) (asItIs) (asItIs) running (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  pause:
    '(notStarted) paused:byUser paused:byUser paused:byUser (asItIs) paused:byUser paused:byUser paused:byUser paused:byUser paused:byUser paused:byUser paused:byUser paused:byUser paused:byUser paused:byUser paused:byUser paused:byUser (isOver) (isOver)',
  resume:
    '(notStarted) (asItIs) (asItIs) running running running running running running running running running running running running running running (isOver) (isOver)',
  stop: '(notStarted) stopped stopped stopped stopped stopped stopped stopped stopped stopped stopped stopped stopped stopped stopped stopped stopped (isOver) (asItIs)',
  stopAll:
    '(asItIs) paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll paused:stoppedAll (asItIs) (asItIs)',
  merchantOff:
    '(asItIs) paused:merchantOff paused:merchantOff paused:merchantOff (asItIs) paused:merchantOff paused:merchantOff paused:merchantOff (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) paused:merchantOff paused:merchantOff (asItIs) (asItIs) (asItIs)',
  appended:
    '(asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) paused:appended (isOver)',
  opened:
    '(asItIs) (asItIs) running (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  closed:
    '(asItIs) waiting:outsideHours (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  balanceOut:
    '(asItIs) paused:balance (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  toppedUp:
    '(asItIs) (asItIs) (asItIs) (asItIs) (asItIs) running (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  portsGone:
    '(asItIs) paused:noPort (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  portsBack:
    '(asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) running (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  diskFull:
    '(asItIs) paused:diskFull (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  diskFree:
    '(asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) running (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  planGone:
    '(asItIs) paused:planGone (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  failuresJumped:
    '(asItIs) paused:failures (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  allSettled:
    '! finished finished finished finished finished finished finished finished finished finished finished finished finished finished finished finished (asItIs) (asItIs)',
  firstCalled:
    '(asItIs) paused:firstCalls paused:firstCalls paused:firstCalls (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  budgetOut:
    '(asItIs) paused:budget (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  budgetBack:
    '(asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) running (asItIs) (asItIs) (asItIs) (asItIs)',
  dayBudgetOut:
    '(asItIs) paused:dayBudget (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs)',
  dayBudgetBack:
    '(asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) (asItIs) running (asItIs) (asItIs) (asItIs)',
};

test.each(
  taskEvents.flatMap(event => {
    const cells = matrix[event].split(' ');
    return standings.map((standing, index) => [shown(standing), event, cells[index]!, standing] as const);
  }),
)('a task that is %s, on %s: %s', (_shown, event, cell, standing) => {
  const step = stepTask(standing, event);
  if (step.kind === 'moved') expect(shown(step.state)).toBe(cell);
  else expect(step.kind === 'ignored' ? `(${step.because})` : '!').toBe(cell);
});

test('the table has every state, every reason and every event', () => {
  expect(new Set(standings.map(({ state }) => state))).toEqual(new Set(taskStates));
  expect(new Set(standings.map(({ because }) => because))).toEqual(new Set(taskBecauses));
  expect(Object.values(matrix).map(cells => cells.split(' ').length)).toEqual(taskEvents.map(() => standings.length));
  const reasons = Object.values(matrix).flatMap(cells => cells.match(/(?<=\()\w+/g) ?? []);
  expect(new Set(reasons)).toEqual(new Set(taskIgnoredReasons));
});

/** What is carried out in the transaction of the move. */
test.each<[TaskState, TaskBecause, TaskEvent, readonly string[]]>([
  ['draft', '', 'start', ['wake']],
  ['draft', '', 'startLater', ['wake']],
  ['waiting', 'startsLater', 'itsTime', ['wake']],
  ['paused', 'byUser', 'resume', ['wake']],
  ['paused', 'balance', 'toppedUp', ['wake']],
  ['waiting', 'outsideHours', 'opened', ['wake']],
  ['running', '', 'pause', ['takeBack']],
  ['running', '', 'stop', ['takeBack']],
  ['running', '', 'stopAll', ['takeBack', 'hangUp']],
  ['paused', 'byUser', 'stopAll', ['takeBack', 'hangUp']],
  ['running', '', 'merchantOff', ['takeBack']],
  ['paused', 'balance', 'merchantOff', ['takeBack']],
  ['running', '', 'closed', []],
  ['running', '', 'allSettled', []],
])('a task that is %s (%s), on %s, asks for %s', (state, because, event, effects) => {
  const step = stepTask({ state, because }, event);
  expect(step.kind === 'moved' && step.effects).toEqual(effects);
});

test('whatever happens, a stopped task stays stopped and what a person paused is resumed by a person', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...taskEvents), { maxLength: 60 }), events => {
      let standing: TaskStanding = { state: 'draft', because: '' };
      for (const event of events) {
        const step = stepTask(standing, event);
        if (step.kind === 'impossible') continue;
        if (standing.state === 'stopped') expect(step.kind).toBe('ignored');
        const byHand =
          standing.state === 'paused' &&
          ['byUser', 'stoppedAll', 'appended', 'merchantOff', 'firstCalls'].includes(standing.because);
        if (byHand && step.state.state === 'running') expect(event).toBe('resume');
        standing = step.state;
        expect(standing.because !== '').toBe(standing.state === 'waiting' || standing.state === 'paused');
      }
    }),
    { seed: 5 },
  );
});
