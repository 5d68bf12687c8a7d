import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dice } from '../kit/index.ts';
import {
  decide,
  freshShare,
  isStarved,
  type PacingSnapshot,
  type PortRoom,
  type Shares,
  stepShares,
  type TaskRoom,
} from './index.ts';

/** Tasks of a merchant that share what it has: a decision for all of them. */
const room = { line: 'L', practice: false, shut: null, callers: null, hold: 0 } as const;
const port = (over: Partial<PortRoom> = {}): PortRoom => ({
  ...room,
  port: 'P',
  taskChannels: 1_000,
  taskLive: 0,
  portChannels: 1_000,
  portLive: 0,
  lineChannels: 12,
  lineLive: 0,
  lineStarts: 1_000,
  ...over,
});
const task = (over: Partial<TaskRoom> = {}): TaskRoom => ({
  taskLive: 0,
  taskLimit: 1_000,
  weight: 1,
  guaranteed: 0,
  used: 0,
  isStarved: false,
  firstLeft: null,
  budget: null,
  due: { ordinary: 100, practice: 0 },
  ports: [port()],
  ...over,
});
const wide = { merchantLive: 0, merchantLimit: 1_000, nodeRoom: 1_000, available: 1_000_000 };
const told = (tasks: readonly TaskRoom[], over: Partial<PacingSnapshot> = {}) =>
  decide({ ...wide, ...over, tasks })
    .map(({ starts, because }) => `${starts.reduce((all, { count }) => all + count, 0)} ${because}`)
    .join(', ');
/** It has calls on the line of twelve, on which so many live. */
const talking = (live: number, lineLive: number) => ({ taskLive: live, ports: [port({ taskLive: live, lineLive })] });

/** Written by hand: twelve channels, what each task is dealt of them, and why not more. */
test.each<[string, readonly TaskRoom[], Partial<PacingSnapshot>, string]>([
  ['two alike', [task(), task()], {}, '6 linesFull, 6 linesFull'],
  ['one weighs twice as much', [task({ weight: 2 }), task()], {}, '8 linesFull, 4 linesFull'],
  ['three weights', [task({ weight: 3 }), task({ weight: 2 }), task()], {}, '6 linesFull, 4 linesFull, 2 linesFull'],
  [
    'who has calls already gets less of what is free',
    [task(talking(6, 6)), task({ ports: [port({ lineLive: 6 })] })],
    { merchantLive: 6 },
    '0 linesFull, 6 linesFull',
  ],
  [
    'a task without numbers leaves its share to the other',
    [task({ due: { ordinary: 0, practice: 0 } }), task()],
    {},
    '0 noneDue, 12 linesFull',
  ],
  [
    'a task with few numbers leaves the rest',
    [task({ due: { ordinary: 2, practice: 0 } }), task()],
    {},
    '2 all, 10 linesFull',
  ],
  [
    'five are guaranteed to the one that weighs little',
    [task({ guaranteed: 5 }), task({ weight: 11 })],
    {},
    '5 linesFull, 7 linesFull',
  ],
  [
    'its guaranteed channels are lent: what is free is its own until it has them',
    [task({ guaranteed: 5, ports: [port({ lineLive: 9 })] }), task({ weight: 99, ...talking(9, 9) })],
    { merchantLive: 9 },
    '3 lent, 0 linesFull',
  ],
  [
    'guaranteed channels that it has no numbers for are lent',
    [task({ guaranteed: 10, due: { ordinary: 1, practice: 0 } }), task()],
    {},
    '1 all, 11 linesFull',
  ],
  [
    'more is guaranteed than there is: the emptier first',
    [task({ guaranteed: 24 }), task({ guaranteed: 12 }), task()],
    {},
    '8 lent, 4 lent, 0 linesFull',
  ],
  [
    'who has waited for a minute gets one, whatever is guaranteed to others',
    [task({ guaranteed: 24 }), task({ isStarved: true })],
    {},
    '11 lent, 1 linesFull',
  ],
  [
    'a line of its own limits nobody else',
    [task({ ports: [port({ port: 'Q', line: 'M', lineChannels: 3 })] }), task()],
    {},
    '3 linesFull, 12 linesFull',
  ],
  [
    'the merchant has room for four',
    [task({ weight: 3 }), task()],
    { merchantLimit: 4 },
    '3 merchantFull, 1 merchantFull',
  ],
  ['the nodes have room for four', [task(), task()], { nodeRoom: 4 }, '2 nodesFull, 2 nodesFull'],
  [
    'the line starts three',
    [task({ ports: [port({ lineStarts: 3 })] }), task({ used: 1, ports: [port({ lineStarts: 3 })] })],
    {},
    '2 lineRate, 1 lineRate',
  ],
  [
    'the balance holds three calls of both',
    [task({ ports: [port({ hold: 10 })] }), task({ used: 1, ports: [port({ hold: 10 })] })],
    { available: 39 },
    '2 balance, 1 balance',
  ],
  [
    'who had less before comes first',
    [task({ used: 5_000 }), task()],
    { merchantLimit: 1 },
    '0 merchantFull, 1 merchantFull',
  ],
])('%s', (_, tasks, over, expected) => {
  expect(told(tasks, over)).toBe(expected);
});

const few = fc.integer({ min: 0, max: 12 });
test('no limit that tasks share is exceeded by all of them together', () => {
  const anyTask = fc.record({
    weight: fc.integer({ min: 1, max: 100 }),
    guaranteed: few,
    isStarved: fc.boolean(),
    hold: few,
    due: few,
    at: fc.integer({ min: 0, max: 2 }),
  });
  fc.assert(
    fc.property(
      fc.array(anyTask, { maxLength: 9 }),
      few,
      few,
      few,
      fc.integer({ min: 0, max: 90 }),
      (tasks, lines, starts, merchant, money) => {
        const rooms = tasks.map(({ at, hold, due, ...rest }) =>
          task({
            ...rest,
            due: { ordinary: due, practice: 0 },
            ports: [
              port({
                line: `${at}`,
                port: `${at}`,
                hold,
                lineChannels: lines,
                lineStarts: starts,
                callers: { pool: `${at}`, left: 5 },
              }),
            ],
          }),
        );
        const counts = decide({ ...wide, merchantLimit: merchant, available: money, tasks: rooms }).map(
          ({ starts: of }) => of[0]?.count ?? 0,
        );
        const sum = (of: (index: number) => number) => counts.reduce((all, count, index) => all + count * of(index), 0);
        expect(sum(() => 1)).toBeLessThanOrEqual(merchant);
        expect(sum(index => tasks[index]!.hold)).toBeLessThanOrEqual(money);
        for (const line of [0, 1, 2])
          expect(sum(index => Number(tasks[index]!.at === line))).toBeLessThanOrEqual(Math.min(lines, starts, 5));
      },
    ),
    { seed: 17, numRuns: 1_000 },
  );
});

/** Virtual time in which a merchant's tasks call over one line: what channel time each had, and its longest wait for a call. */
interface Scene {
  readonly weights: readonly number[];
  readonly channels: number;
  readonly rate: number;
  readonly callMs: readonly [least: number, most: number];
  readonly seed: number;
}
const LOOK_MS = 200;
const lived = ({ weights, channels, rate, callMs, seed }: Scene, minutes: number) => {
  const { next: random } = dice(seed);
  const ends: number[][] = weights.map(() => []);
  const had = weights.map(() => 0);
  const waits = weights.map(() => 0);
  let longest = 0;
  let shares: Shares = new Map();
  let credit = 0;
  for (let now = 0; now < minutes * 60_000; now += LOOK_MS) {
    for (const calls of ends) calls.splice(0, calls.length, ...calls.filter(end => end > now));
    const all = ends.reduce((sum, calls) => sum + calls.length, 0);
    credit = Math.min(rate, credit + (rate * LOOK_MS) / 1_000);
    const tasks = weights.map((weight, index) => {
      const share = shares.get(`${index}`) ?? freshShare;
      const ports = [
        port({ taskLive: ends[index]!.length, lineChannels: channels, lineLive: all, lineStarts: Math.floor(credit) }),
      ];
      return task({ weight, used: share.used, isStarved: isStarved(share), taskLive: ends[index]!.length, ports });
    });
    const decided = decide({ ...wide, merchantLive: all, tasks });
    for (const [index, { starts }] of decided.entries())
      for (let n = starts[0]?.count ?? 0; n > 0; n -= 1) {
        credit -= 1;
        ends[index]!.push(now + callMs[0] + random() * (callMs[1] - callMs[0]));
      }
    for (const [index, calls] of ends.entries()) {
      if (now >= (minutes - 1) * 60_000) had[index]! += calls.length;
      waits[index] = calls.length === 0 ? waits[index]! + LOOK_MS : 0;
      longest = Math.max(longest, waits[index]!);
    }
    const uses = weights.map((weight, index) => ({
      ...{ task: `${index}`, live: ends[index]!.length, weight },
      because: decided[index]!.because,
    }));
    shares = stepShares(shares, uses, LOOK_MS);
  }
  return { had, longest };
};

test('shares of channel time over a minute are the weights, to a tenth, whatever is short: channels or starts', () => {
  const anyScene = fc.record({
    weights: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 2, maxLength: 8 }),
    // Of few channels, a task that has one call of a minute more or less has much more, or less, than its share.
    each: fc.integer({ min: 4, max: 8 }),
    rate: fc.integer({ min: 8, max: 50 }),
    callMs: fc.constantFrom<Scene['callMs']>([2_000, 20_000], [5_000, 60_000], [1_000, 3_000]),
    seed: fc.integer({ min: 1, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(anyScene, ({ each, ...scene }) => {
      const weight = scene.weights.reduce((sum, of) => sum + of, 0);
      const channels = Math.ceil((each * weight) / Math.min(...scene.weights));
      const { had } = lived({ ...scene, channels }, 4);
      const all = had.reduce((sum, of) => sum + of, 0);
      for (const [index, of] of had.entries()) {
        const due = (all * scene.weights[index]!) / weight;
        expect(Math.abs(of - due) / due).toBeLessThanOrEqual(0.1);
      }
    }),
    { seed: 17, numRuns: 25 },
  );
});

test('no task starves: one channel for forty tasks of very different weight comes round to each', () => {
  const weights = Array.from({ length: 40 }, (_, index) => (index === 0 ? 1 : 100));
  const { longest } = lived({ weights, channels: 1, rate: 50, callMs: [500, 2_000], seed: 3 }, 20);
  // Forty calls of two seconds, after the minute from which on a task comes first.
  expect(longest).toBeLessThanOrEqual(60_000 + 40 * 2_200);
});
