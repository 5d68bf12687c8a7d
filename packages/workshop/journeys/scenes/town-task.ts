import { describe, expect, it } from 'vitest';
import { expectedOf, expectedOutcomes } from '../../src/expected-outcomes.ts';
import { openDialplan } from '../../src/prove/dialplan.ts';
import { type CallRow, draftTask, finishedTask, recordsOf, startTask, type TaskBoard } from '../house/tasks.ts';
import type { Ground } from './ground.ts';

/** Sixty of the town's numbers, fifteen at once: what a merchant's first task comes to. */
export interface TownTask {
  readonly board: TaskBoard;
  readonly records: readonly CallRow[];
}

const AT_ONCE = 15;
const TASK_LIMIT_MS = 180_000;

/** Who is soon done with: a task of sixty long talks would show no more, and take a minute longer. */
const short = ['占线', '听一半', '空号', '拒接', '听一半', '占线'];
const ALL = 60;
/** One of each kind, and the others are soon done with. */
const numbers: readonly string[] = [
  ...expectedOutcomes.map(({ number }) => number),
  ...openDialplan().take(...Array.from({ length: ALL - expectedOutcomes.length }, (_, n) => short[n % short.length]!)),
];

export const runTownTask = async ({ api, planId }: Ground): Promise<TownTask> => {
  const id = await draftTask(api, numbers, { name: '六十个练习号码', planId, channels: AT_ONCE, ringTimeoutS: 10 });
  await startTask(api, id);
  const board = await finishedTask(api, id, TASK_LIMIT_MS);
  return { board, records: await recordsOf(api, id) };
};

export const townTask = (task: () => Promise<TownTask>): void => {
  describe('a task of sixty practice numbers at fifteen', () => {
    it(
      'calls each number once, and each comes out as written by hand',
      async () => {
        const { records } = await task();
        const outcome = ({ phone, attempt, state, level, hungUpBy }: CallRow) =>
          `${phone} ${attempt} ${state} ${level} ${hungUpBy}`;
        const expected = numbers.map(number => {
          const { state, level, hungUpBy } = expectedOf(number);
          return `${number} 1 ${state} ${level} ${hungUpBy}`;
        });
        expect(records.map(outcome).sort()).toEqual(expected.sort());
      },
      TASK_LIMIT_MS,
    );

    it('ends with a board that agrees with its records', async () => {
      const { board, records } = await task();
      expect(board.counts).toEqual({ total: ALL, dialled: ALL, fresh: 0, retrying: 0, calling: 0, settled: ALL });
      const count = (state: CallRow['state']) => records.filter(row => row.state === state).length;
      for (const { state, calls } of board.outcomes) expect(calls, state).toBe(count(state));
      for (const [level, calls] of Object.entries(board.levels))
        expect(calls, level).toBe(records.filter(row => row.level === level).length);
    });

    it('never had more than fifteen calls at once', async () => {
      const { records } = await task();
      expect(mostAtOnce(records)).toBeLessThanOrEqual(AT_ONCE);
      expect(mostAtOnce(records)).toBeGreaterThan(AT_ONCE / 3);
    });
  });
};

/** By when each was placed and how long it talked: a lower bound of what lived at once. */
const mostAtOnce = (records: readonly CallRow[]): number => {
  const moments = records.flatMap(({ placedAt, talkMs }) => {
    const from = Date.parse(placedAt);
    return [
      { at: from, by: 1 },
      { at: from + talkMs, by: -1 },
    ];
  });
  let live = 0;
  return moments
    .sort((a, b) => a.at - b.at || a.by - b.by)
    .reduce((most, { by }) => {
      live += by;
      return Math.max(most, live);
    }, 0);
};
