import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { migrate, openDatabase, startEmbedded } from '../../../server/src/platform/db/index.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { createOwner } from '../../../server/src/rooms/accounts/index.ts';
import { openTown, type Town } from '../../../server/test/task-town.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { openSlowWay } from './slow-way.ts';

/**
 * How many calls a second a task starts over a line of 50, with simulated callees who are busy: counted as they are placed,
 * over a minute, after the first seconds. Each run in a database of its own, with so many numbers of which so many were
 * dialled, in one lane; against the same with a list of a minute. Nothing vacuums the list, and what the planner knows of it is
 * of before the dialling: as in the hour after a big import.
 */
export interface PacingFigure {
  readonly lane: Lane;
  readonly numbers: number;
  readonly dialled: number;
  readonly roundTripMs: number;
  readonly seconds: number;
  readonly callsPerSecond: number;
  readonly stolenSeconds: number;
}

type Lane = 'fresh' | 'retry' | 'west' | 'practice';
const RATE = 50;
const FAR_MS = 2;
const WARM_MS = 3_000;
/** At which the far west may be called as well. */
const MIDDAY = new Date('2026-11-18T04:00:00.000Z');
const laneNumbers: Readonly<Record<Lane, number>> = { fresh: 0, retry: 0, west: 1, practice: 2 };
const MERCHANT = { number: '200001', owner: { account: 'owner', password: 'secret-200001' } };

interface Wish {
  readonly lane: Lane;
  readonly numbers: number;
  readonly dialled: number;
  readonly roundTripMs: number;
}

const fill = async (town: Town, task: string, { lane, numbers, dialled }: Wish): Promise<void> => {
  const first = lane === 'practice' ? 15_400_000_000 : 13_000_000_000;
  const waits = lane === 'retry' ? 'retry' : 'fresh';
  await town.sql('alter table callee set (autovacuum_enabled = false)');
  await town.sql(
    `insert into callee (merchant_id, task_id, phone, lane, state, due_at)
     select $1, $2, ($3::bigint + n)::text, $4, $5,
       case when $5 = 'retry' then now() - interval '20 days' + n * interval '1 s' end from generate_series(1, $6::int) n`,
    town.merchant.id,
    task,
    first,
    laneNumbers[lane],
    waits,
    numbers,
  );
  await town.sql('analyze callee');
  await town.sql(
    `update callee set state = 'settled', due_at = null where merchant_id = $1 and task_id = $2
       and id < (select min(id) from callee where task_id = $2) + $3::int`,
    town.merchant.id,
    task,
    dialled,
  );
  await town.sql(
    `update task_count set total = $2::int, settled = $3::int, ${waits === 'retry' ? 'retrying' : 'fresh'} = $2::int - $3::int where task_id = $1`,
    task,
    numbers,
    dialled,
  );
};

const measureRun = async (wish: Wish, seconds: number): Promise<PacingFigure> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-pacing-'));
  await chmod(folder, 0o711);
  const server = await startEmbedded({ folder: join(folder, 'postgres') });
  const log = openLog('silent', 'bench');
  const near = openDatabase(server.url, log, { statementLimitMs: 0 });
  await migrate(near);
  const made = await createOwner(near.db, {
    account: MERCHANT.owner.account,
    password: MERCHANT.owner.password,
    merchantNumber: MERCHANT.number,
    merchantName: '甲商户',
    name: '测试',
    demo: false,
  });
  const merchant = { ...MERCHANT, id: made.merchantId, owner: { ...MERCHANT.owner, id: made.employeeId } };
  const way = await openSlowWay(Number(new URL(server.url).port || 5432), wish.roundTripMs);
  const url = wish.roundTripMs === 0 ? server.url : Object.assign(new URL(server.url), { port: String(way.port) }).href;
  const database = openDatabase(url, log);
  const ground = { url, database, merchants: [merchant, merchant] as const, close: async () => undefined };
  const town = await openTown({ ...ground, database: near }, merchant);
  const caller = await openTown(ground, merchant);
  try {
    caller.clock.now = MIDDAY;
    const { portId } = await town.line({
      practice: wish.lane === 'practice',
      channels: 1_000,
      portChannels: 1_000,
      callsPerSecond: RATE,
    });
    const task = await town.task({ ports: [portId], channels: 1_000, concurrency: 1_000, state: 'draft' });
    await fill(town, task, wish);
    await town.sql("update task set state = 'running' where id = $1", task);
    await caller.node('bench');
    const placed = async () =>
      Number((await town.sql('select count(*)::int as n from call where task_id = $1', task))[0]?.n);
    while ((await placed()) === 0) await delay(100);
    await delay(WARM_MS);
    const stolen = stolenSeconds();
    const [before, since] = [await placed(), performance.now()];
    await delay(seconds * 1_000);
    const [after, until] = [await placed(), performance.now()];
    const took = (until - since) / 1_000;
    const callsPerSecond = (after - before) / took;
    return { ...wish, seconds: took, callsPerSecond, stolenSeconds: stolenSeconds() - stolen };
  } finally {
    await caller.close();
    await town.close();
    await database.close();
    await near.close();
    await way.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** @param scale of the list and its dialled parts; 1: a million numbers. */
export const measurePacing = async (seconds = 60, scale = 1): Promise<readonly PacingFigure[]> => {
  const small = 1_000 + Math.ceil((seconds + WARM_MS / 1_000) * RATE);
  const big = Math.round(1_000_000 * scale);
  const wishes: readonly Wish[] = [
    { lane: 'fresh', numbers: small, dialled: 0, roundTripMs: 0 },
    ...[0, 20_000, 380_000, 990_000].flatMap(dialled =>
      (['fresh', 'retry', 'west', 'practice'] as const).map(lane => ({
        lane,
        numbers: big,
        dialled: Math.round(dialled * scale),
        roundTripMs: 0,
      })),
    ),
    { lane: 'fresh', numbers: small, dialled: 0, roundTripMs: FAR_MS },
    ...[0, 20_000, 380_000, 990_000].map(dialled => ({
      lane: 'fresh' as const,
      numbers: big,
      dialled: Math.round(dialled * scale),
      roundTripMs: FAR_MS,
    })),
  ];
  const all: PacingFigure[] = [];
  for (const wish of wishes) {
    const run = await measureRun(wish, seconds);
    process.stdout.write(
      `${run.lane}, ${run.numbers} numbers, ${run.dialled} dialled, +${run.roundTripMs} ms: ${run.callsPerSecond.toFixed(1)} calls a second\n`,
    );
    all.push(run);
  }
  return all;
};

/** Against the short list beside the database. */
export const pacingSamples = (all: readonly PacingFigure[]): readonly Sample[] => {
  const usual = all[0]?.callsPerSecond ?? 0;
  const least = (runs: readonly PacingFigure[]) => [Math.min(...runs.map(run => (100 * run.callsPerSecond) / usual))];
  const long = all.slice(1);
  return [
    {
      zh: '百万号码的任务，每秒 50 通的线路：最慢一种情形，占一千号码时的百分比',
      en: 'a task of a million numbers over a line of 50 a second: the slowest case, of the pace with a thousand',
      unit: '%',
      digits: 1,
      values: least(long.filter(({ roundTripMs }) => roundTripMs === 0)),
    },
    {
      zh: '同上，数据库远 2 ms',
      en: 'the same with the database 2 ms away',
      unit: '%',
      digits: 1,
      values: least(long.filter(({ roundTripMs }) => roundTripMs > 0)),
    },
  ];
};
