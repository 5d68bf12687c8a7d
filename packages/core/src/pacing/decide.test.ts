import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decide as decideAll,
  type PacingDecision,
  type PacingSnapshot,
  type PortRoom,
  type TaskRoom,
} from './index.ts';

/** A merchant with one task. */
type Alone = Omit<PacingSnapshot, 'tasks'> & TaskRoom;
const decide = (of: Alone): PacingDecision => decideAll({ ...of, tasks: [of] })[0]!;

const port = (name: string, room: Partial<PortRoom> = {}): PortRoom => ({
  port: name,
  line: `line of ${name}`,
  practice: false,
  shut: null,
  callers: null,
  taskChannels: 10,
  taskLive: 0,
  portChannels: 10,
  portLive: 0,
  lineChannels: 100,
  lineLive: 0,
  lineStarts: 50,
  hold: 0,
  ...room,
});
const wide: Alone = {
  weight: 1,
  guaranteed: 0,
  used: 0,
  isStarved: false,
  taskLive: 0,
  taskLimit: 100,
  firstLeft: null,
  merchantLive: 0,
  merchantLimit: 300,
  nodeRoom: 200,
  available: 1_000_000,
  budget: null,
  due: { ordinary: 50, practice: 0 },
  ports: [port('A')],
};
const told = (snapshot: Alone) => {
  const { starts, because } = decide(snapshot);
  return [...starts.map(start => `${start.port}${start.count}`), because].join(' ');
};

/** What there is, how many start over which port, and why not more. Written by hand. */
test.each<[string, Partial<Alone>, string]>([
  ['nobody is due', { due: { ordinary: 0, practice: 0 } }, 'noneDue'],
  ['four are due', { due: { ordinary: 4, practice: 0 } }, 'A4 all'],
  ['fifty are due for ten channels', {}, 'A10 portsFull'],
  ['seven of ten channels are in use', { ports: [port('A', { taskLive: 7, portLive: 7 })] }, 'A3 portsFull'],
  ['another task uses the port as well', { ports: [port('A', { taskLive: 2, portLive: 9 })] }, 'A1 portsFull'],
  ['the task may use four of the ten', { ports: [port('A', { taskChannels: 4, taskLive: 1 })] }, 'A3 portsFull'],
  ['the task runs six at most', { taskLimit: 6 }, 'A6 taskFull'],
  ['three are to be looked at first', { firstLeft: 3 }, 'A3 firstCalls'],
  ['they are all called', { firstLeft: 0 }, 'firstCalls'],
  ['the limit of the task was lowered below its calls', { taskLimit: 2, taskLive: 5 }, 'taskFull'],
  ['the merchant has room for two', { merchantLive: 298 }, 'A2 merchantFull'],
  ['nodes have room for one', { nodeRoom: 1 }, 'A1 nodesFull'],
  ['the line has room for three', { ports: [port('A', { lineLive: 97 })] }, 'A3 linesFull'],
  ['the line starts five a second', { ports: [port('A', { lineStarts: 5 })] }, 'A5 lineRate'],
  ['the balance holds three calls', { available: 3_999, ports: [port('A', { hold: 1_200 })] }, 'A3 balance'],
  [
    'the task may still spend three calls',
    { budget: { left: 3_700, of: 'budget' }, ports: [port('A', { hold: 1_200 })] },
    'A3 budget',
  ],
  [
    'the task has spent what it may on a day, and more',
    { budget: { left: -1, of: 'dayBudget' }, ports: [port('A', { hold: 1_200 })] },
    'dayBudget',
  ],
  [
    'it has spent all it may, and its line costs nothing',
    { budget: { left: 0, of: 'budget' }, due: { ordinary: 2, practice: 0 } },
    'A2 all',
  ],
  [
    'the balance holds two calls, the budget three',
    { available: 2_400, budget: { left: 3_600, of: 'budget' }, ports: [port('A', { hold: 1_200 })] },
    'A2 balance',
  ],
  ['the balance is empty', { available: 0, ports: [port('A', { hold: 1 })] }, 'balance'],
  ['the balance is empty, the line free', { available: 0 }, 'A10 portsFull'],
  ['the balance is below nothing, the line free', { available: -5, due: { ordinary: 1, practice: 0 } }, 'A1 all'],
  ['there is no port', { ports: [] }, 'noPort'],
  ['practice numbers are due, but no practice port', { due: { ordinary: 0, practice: 3 } }, 'noPort'],
  ['ordinary numbers are due, but no ordinary port', { ports: [port('P', { practice: true })] }, 'noPort'],
  [
    'the practice line has a price on its row',
    { available: 0, due: { ordinary: 0, practice: 2 }, ports: [port('P', { practice: true, hold: 9 })] },
    'P2 all',
  ],
  ['two ports take the same', { due: { ordinary: 8, practice: 0 }, ports: [port('A'), port('B')] }, 'A4 B4 all'],
  [
    'two ports fill by their channels',
    { due: { ordinary: 12, practice: 0 }, ports: [port('A', { taskChannels: 20, portChannels: 20 }), port('B')] },
    'A8 B4 all',
  ],
  [
    'one of two ports has calls already',
    { due: { ordinary: 6, practice: 0 }, ports: [port('A', { taskLive: 4, portLive: 4 }), port('B')] },
    'A1 B5 all',
  ],
  [
    'two ports share a line with five calls left',
    { ports: [port('A', { line: 'x', lineLive: 95 }), port('B', { line: 'x', lineLive: 95 })] },
    'A3 B2 linesFull',
  ],
  [
    'two ports share the rate of a line',
    { ports: [port('A', { line: 'x', lineStarts: 3 }), port('B', { line: 'x', lineStarts: 3 })] },
    'A2 B1 lineRate',
  ],
  [
    'practice and ordinary numbers, a port for each',
    { due: { ordinary: 3, practice: 2 }, ports: [port('A'), port('P', { practice: true })] },
    'A3 P2 all',
  ],
  [
    'no money for one port, the other busy: it is not for money that it waits',
    { available: 0, ports: [port('A', { hold: 10 }), port('B', { taskLive: 10, portLive: 10 })] },
    'portsFull',
  ],
  ['the line is down', { ports: [port('A', { shut: 'lineDown' })] }, 'lineDown'],
  ['it is night for the line', { ports: [port('A', { shut: 'lineHours' })] }, 'lineHours'],
  ['the line is switched off', { ports: [port('A', { shut: 'lineOff' })] }, 'lineOff'],
  [
    'one of two lines is down: the other takes the calls',
    { due: { ordinary: 6, practice: 0 }, ports: [port('A', { shut: 'lineDown' }), port('B')] },
    'B6 all',
  ],
  [
    'one line is down, the other busy: a channel comes sooner',
    { ports: [port('A', { shut: 'lineDown' }), port('B', { taskLive: 10, portLive: 10 })] },
    'portsFull',
  ],
  [
    'no money for one line, the other is down and comes back: it is not paused for money',
    { available: 0, ports: [port('A', { hold: 10 }), port('B', { shut: 'lineDown' })] },
    'lineDown',
  ],
  [
    'nobody is due over a line that is down',
    { due: { ordinary: 0, practice: 0 }, ports: [port('A', { shut: 'lineDown' })] },
    'noneDue',
  ],
  [
    'caller numbers have three calls left',
    { ports: [port('A', { callers: { pool: 'x', left: 3 } })] },
    'A3 callerNumbersUsed',
  ],
  ['caller numbers are used up', { ports: [port('A', { callers: { pool: 'x', left: 0 } })] }, 'callerNumbersUsed'],
  [
    'two ports share the numbers of a line',
    { ports: [port('A', { callers: { pool: 'x', left: 5 } }), port('B', { callers: { pool: 'x', left: 5 } })] },
    'A3 B2 callerNumbersUsed',
  ],
  [
    'two ports have numbers of their own',
    { ports: [port('A', { callers: { pool: 'x', left: 1 } }), port('B', { callers: { pool: 'y', left: 2 } })] },
    'A1 B2 callerNumbersUsed',
  ],
  [
    'one port has no cap',
    { due: { ordinary: 9, practice: 0 }, ports: [port('A', { callers: { pool: 'x', left: 1 } }), port('B')] },
    'A1 B8 all',
  ],
  ['no room anywhere is the task’s first', { taskLimit: 0, merchantLimit: 0, nodeRoom: 0 }, 'taskFull'],
])('when %s', (_there, snapshot, expected) => {
  expect(told({ ...wide, ...snapshot })).toBe(expected);
});

test('a number goes over the port that called it before, where that has room', () => {
  const busy = port('A', { taskLive: 4, portLive: 4 });
  const toldOf = (ports: readonly PortRoom[], due: number, kept: readonly string[]) => {
    const { starts } = decide({ ...wide, due: { ordinary: due, practice: 0 }, ports, kept });
    return starts.map(start => `${start.port}${start.count}`).join(' ');
  };
  expect(toldOf([busy, port('B')], 1, [])).toBe('B1');
  expect(toldOf([busy, port('B')], 1, ['A'])).toBe('A1');
  expect(toldOf([busy, port('B')], 3, ['A'])).toBe('A1 B2');
  expect(toldOf([port('A', { shut: 'lineDown' }), port('B')], 2, ['A', 'A'])).toBe('B2');
});

const few = fc.integer({ min: 0, max: 12 });
const anyPort = fc.record({
  practice: fc.boolean(),
  pool: fc.constantFrom(null, 'x', 'y'),
  taskChannels: fc.integer({ min: 1, max: 12 }),
  taskLive: few,
  portChannels: fc.integer({ min: 1, max: 12 }),
  portLive: few,
  hold: fc.integer({ min: 0, max: 5 }),
});
/** Ports of up to three lines; what a line has is the same at all its ports. */
const anySnapshot = fc
  .record({
    taskLive: few,
    taskLimit: few,
    firstLeft: fc.constantFrom(null, null, null, 0, 2, 5),
    merchantLive: few,
    merchantLimit: fc.integer({ min: 0, max: 30 }),
    nodeRoom: fc.integer({ min: 0, max: 30 }),
    available: fc.integer({ min: -5, max: 40 }),
    budget: fc.oneof(
      fc.constant(null),
      fc.record({
        left: fc.integer({ min: -10, max: 40 }),
        of: fc.constantFrom('budget' as const, 'dayBudget' as const),
      }),
    ),
    due: fc.record({ ordinary: few, practice: few }),
    numbersLeft: few,
    ports: fc.array(fc.tuple(anyPort, fc.integer({ min: 0, max: 2 })), { maxLength: 5 }),
    lines: fc.array(
      fc.record({
        lineChannels: few,
        lineLive: few,
        lineStarts: few,
        shut: fc.constantFrom(null, null, null, 'lineDown' as const, 'lineHours' as const, 'lineOff' as const),
      }),
      { minLength: 3, maxLength: 3 },
    ),
  })
  .map(
    ({ ports, lines, numbersLeft, ...rest }): Alone => ({
      ...wide,
      ...rest,
      ports: ports.map(([{ pool, ...room }, line], index) => ({
        ...room,
        ...lines[line]!,
        callers: pool === null ? null : { pool, left: numbersLeft },
        port: `${index}`,
        line: `${line}`,
      })),
    }),
  );
const given = (snapshot: Alone) => {
  const { starts, because } = decide(snapshot);
  const rows = snapshot.ports.map(room => ({
    room,
    count: starts.find(start => start.port === room.port)?.count ?? 0,
  }));
  const sum = (fits: (room: PortRoom) => boolean) =>
    rows.reduce((all, { room, count }) => all + (fits(room) ? count : 0), 0);
  const held = rows.reduce((all, { room, count }) => all + (room.practice ? 0 : room.hold * count), 0);
  return { rows, sum, held, because };
};

test('no limit is ever exceeded', () => {
  fc.assert(
    fc.property(anySnapshot, snapshot => {
      const { rows, sum, held } = given(snapshot);
      const total = sum(() => true);
      const within = (live: number, started: number, limit: number) =>
        expect(started === 0 || live + started <= limit).toBe(true);
      within(snapshot.taskLive, total, snapshot.taskLimit);
      within(snapshot.merchantLive, total, snapshot.merchantLimit);
      within(0, total, snapshot.nodeRoom);
      if (snapshot.firstLeft !== null) within(0, total, snapshot.firstLeft);
      expect(held === 0 || held <= snapshot.available).toBe(true);
      if (snapshot.budget !== null) expect(held === 0 || held <= snapshot.budget.left).toBe(true);
      expect(sum(room => room.practice)).toBeLessThanOrEqual(snapshot.due.practice);
      expect(sum(room => !room.practice)).toBeLessThanOrEqual(snapshot.due.ordinary);
      for (const { room, count } of rows) {
        within(room.taskLive, count, room.taskChannels);
        within(room.portLive, count, room.portChannels);
        const onLine = sum(({ line }) => line === room.line);
        within(room.lineLive, onLine, room.lineChannels);
        within(0, onLine, room.lineStarts);
        if (room.shut !== null) expect(count).toBe(0);
        if (room.callers !== null)
          within(
            0,
            sum(({ callers }) => callers?.pool === room.callers?.pool),
            room.callers.left,
          );
      }
    }),
    { seed: 17, numRuns: 2_000 },
  );
});

test('what is named binds: a call more would exceed it', () => {
  fc.assert(
    fc.property(anySnapshot, snapshot => {
      const { rows, sum, held, because } = given(snapshot);
      const total = sum(() => true);
      const left = {
        ordinary: snapshot.due.ordinary - sum(room => !room.practice),
        practice: snapshot.due.practice - sum(room => room.practice),
      };
      // Ports that the numbers left over could use.
      const fitting = rows.filter(({ room }) => (room.practice ? left.practice : left.ordinary) > 0);
      const isSpent = (of: string): boolean =>
        snapshot.budget?.of === of &&
        fitting.some(({ room }) => !room.practice && room.hold > Math.max(0, snapshot.budget!.left - held));
      const full: Readonly<Record<PacingDecision['because'], boolean>> = {
        noneDue: total === 0 && left.ordinary + left.practice === 0,
        all: total > 0 && left.ordinary + left.practice === 0,
        taskFull: snapshot.taskLive + total >= snapshot.taskLimit,
        firstCalls: snapshot.firstLeft !== null && total >= snapshot.firstLeft,
        merchantFull: snapshot.merchantLive + total >= snapshot.merchantLimit,
        nodesFull: total >= snapshot.nodeRoom,
        // Nothing is guaranteed to it.
        lent: false,
        noPort: left.ordinary + left.practice > 0 && fitting.length === 0,
        portsFull: fitting.some(
          ({ room, count }) => room.taskLive + count >= room.taskChannels || room.portLive + count >= room.portChannels,
        ),
        linesFull: fitting.some(
          ({ room }) => room.lineLive + sum(({ line }) => line === room.line) >= room.lineChannels,
        ),
        lineRate: fitting.some(({ room }) => sum(({ line }) => line === room.line) >= room.lineStarts),
        lineDown: fitting.some(({ room }) => room.shut === 'lineDown'),
        lineChecking: fitting.some(({ room }) => room.shut === 'lineChecking'),
        lineHours: fitting.some(({ room }) => room.shut === 'lineHours'),
        lineOff: fitting.some(({ room }) => room.shut === 'lineOff'),
        callerNumbersUsed: fitting.some(
          ({ room: { callers } }) =>
            callers !== null && sum(other => other.callers?.pool === callers.pool) >= callers.left,
        ),
        balance: fitting.some(({ room }) => !room.practice && room.hold > Math.max(0, snapshot.available - held)),
        budget: isSpent('budget'),
        dayBudget: isSpent('dayBudget'),
      };
      expect(full[because]).toBe(true);
      if (because !== 'all' && because !== 'noneDue') expect(left.ordinary + left.practice).toBeGreaterThan(0);
    }),
    { seed: 17, numRuns: 2_000 },
  );
});

test('ports with the same room never differ by more than one call', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 60 }), (ports, due) => {
      const rows = Array.from({ length: ports }, (_, index) => port(`${index}`));
      const { rows: dealt } = given({ ...wide, due: { ordinary: due, practice: 0 }, ports: rows });
      const counts = dealt.map(({ count }) => count);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }),
    { seed: 17 },
  );
});
