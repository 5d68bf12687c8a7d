import { randomInt } from 'node:crypto';
import { endpoints } from '@lianxian/contract';
import { describe, expect, it } from 'vitest';
import { callAtAnyHour } from '../journeys/house/any-hour.ts';
import { saveLine } from '../journeys/house/calls.ts';
import { draftTask, finishedTask, recordsOf, startTask, type TaskBoard } from '../journeys/house/tasks.ts';
import type { Ground } from '../journeys/scenes/ground.ts';
import { openFarEnd } from './far-end.ts';
import { type SippResult, sippIsThere, startSipp } from './sipp.ts';

/**
 * Thirty numbers over ordinary lines of somebody else's carrier (sipp), a task a line: what a merchant must read
 * afterwards, written by hand from docs/calls.md#outcomes. Busy ones are tried once more.
 */
interface Row {
  readonly name: string;
  readonly scenario: string;
  readonly numbers: number;
  /** What every attempt comes to: state and who hung up. */
  readonly outcome: string;
  readonly attempts: number;
  /** Of a hundred datagrams so many are lost. */
  readonly lostPercent?: number;
}

const table: readonly Row[] = [
  {
    name: 'eight that hang up in mid-sentence',
    scenario: 'hangs-up',
    numbers: 8,
    outcome: 'answered callee',
    attempts: 1,
  },
  {
    name: 'ten that hang up, with 5 % of signalling lost',
    scenario: 'hangs-up',
    numbers: 10,
    outcome: 'answered callee',
    attempts: 1,
    lostPercent: 5,
  },
  { name: 'five that are busy, twice', scenario: 'busy', numbers: 5, outcome: 'busy nobody', attempts: 2 },
  { name: 'four that decline', scenario: 'declines', numbers: 4, outcome: 'rejected nobody', attempts: 1 },
  { name: 'three that never answer', scenario: 'rings', numbers: 3, outcome: 'noAnswer nobody', attempts: 1 },
];

interface Run {
  readonly board: TaskBoard;
  /** Outcome of each attempt, and how many came to it. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Attempts by number. */
  readonly attempts: readonly number[];
  readonly sipp: SippResult;
}
export type LineTasks = ReadonlyMap<string, Promise<Run>>;

const TASK_LIMIT_MS = 150_000;
const RING_S = 10;
const SEED = Number(process.env.SEED ?? randomInt(1e9));

const tally = (items: readonly string[]): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const item of items) counted[item] = (counted[item] ?? 0) + 1;
  return counted;
};

const run = async ({ api, planId }: Ground, row: Row, index: number): Promise<Run> => {
  const farEnd = await openFarEnd({ sends: 'silence' });
  const sipp = await startSipp(
    row.scenario,
    { sound_port: `${farEnd.port}` },
    {
      calls: row.numbers * row.attempts,
      ...(row.lostPercent === undefined ? {} : { losses: { share: { percent: row.lostPercent, seed: SEED } } }),
    },
  );
  try {
    const lineId = await saveLine(api, { address: `127.0.0.1:${sipp.port}` });
    const { list } = await api.call(endpoints.port.list, { limit: 100 });
    const port = list.find(each => each.lineId === lineId);
    if (!port) throw new Error('a saved line made no port');
    const phones = Array.from({ length: row.numbers }, (_, n) => `1371234${index}${String(n).padStart(3, '0')}`);
    const task = await draftTask(api, phones, {
      name: row.name,
      planId,
      ports: [{ portId: port.id, channels: 5 }],
      ringTimeoutS: RING_S,
      retries: { busy: { times: 1, afterMinutes: 0 } },
    });
    await startTask(api, task);
    const board = await finishedTask(api, task, TASK_LIMIT_MS).catch(async (error: unknown) => {
      await sipp.stop();
      throw new Error(`${error}\n${(await sipp.finished).said}`, { cause: error });
    });
    const records = await recordsOf(api, task);
    return {
      board,
      outcomes: tally(records.map(({ state, hungUpBy }) => `${state} ${hungUpBy}`)),
      attempts: Object.values(tally(records.map(({ phone }) => phone))),
      sipp: await sipp.finished,
    };
  } finally {
    await sipp.stop();
    await farEnd.close();
  }
};

/** Starts all of them at once. The hours of the merchant are opened: a test runs at night as well. */
export const startLineTasks = async (ground: Ground): Promise<LineTasks> => {
  if (!sippIsThere) return new Map();
  await callAtAnyHour(ground.house, ground.api, { perDay: 3 });
  const runs = table.map((row, index) => [row.name, run(ground, row, index)] as const);
  for (const [, each] of runs) each.catch(() => undefined);
  return new Map(runs);
};

export const lineTasks = (tasks: () => Promise<LineTasks>): void => {
  describe.skipIf(!sippIsThere)('a task over ordinary lines', () => {
    it.each(table)('$name', async ({ name, numbers, outcome, attempts }) => {
      const done = await (await tasks()).get(name);
      if (!done) throw new Error(`no such task: ${name}`);
      expect(done.sipp.ok, `seed ${SEED}\n${done.sipp.said}`).toBe(true);
      expect(done.outcomes, `seed ${SEED}\n${done.sipp.said}`).toEqual({ [outcome]: numbers * attempts });
      expect(done.attempts).toEqual(Array.from({ length: numbers }, () => attempts));
      const all = { total: numbers, dialled: numbers, settled: numbers };
      expect(done.board.counts).toEqual({ ...all, fresh: 0, retrying: 0, calling: 0 });
    });
  });
};
