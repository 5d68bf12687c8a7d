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
/** A task has each number once, and the practice town so many: they stand at the end of a list of others, of whom some were dialled. */
const TOWN = 10_000;
const MERCHANT = { number: '200001', owner: { account: 'owner', password: 'secret-200001' } };

interface Wish {
  readonly lane: Lane;
  readonly numbers: number;
  readonly dialled: number;
  readonly roundTripMs: number;
}

const fill = async (town: Town, task: string, { lane, numbers, dialled }: Wish): Promise<void> => {
  const waits = lane === 'retry' ? 'retry' : 'fresh';
  const others = lane === 'practice' ? Math.max(dialled, numbers - TOWN) : numbers;
  await town.sql('alter table callee set (autovacuum_enabled = false)');
  await town.sql(
    `insert into callee (merchant_id, task_id, phone, lane, state, due_at)
     select $1::bigint, $2::bigint, (case when n <= $6::int then 13000000000 + n else 15399999999 + n - $6::int end)::text,
       case when n <= $6::int and $3::int = 2 then 0 else $3::int end, $4::text,
       case when $4::text = 'retry' then now() - interval '20 days' + n * interval '1 s' end
     from generate_series(1, $5::int) n`,
    town.merchant.id,
    task,
    laneNumbers[lane],
    waits,
    numbers,
    others,
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

/** How many of a million were dialled; of each lane, and of the first also with the database far away. */
const DIALLED = [0, 20_000, 380_000, 990_000] as const;
/** Lanes beside the first: one look in the middle of the list unless all are asked for. */
const MIDDLE = 380_000;

export interface PacingWish {
  readonly seconds: number;
  /** Of the list and its dialled parts; 1: a million numbers. */
  readonly scale: number;
  /** Every lane at every part of the list, instead of one part of each lane beside the first. */
  readonly whole: boolean;
}

const wishesOf = ({ seconds, scale, whole }: PacingWish): readonly Wish[] => {
  const short = 1_000 + Math.ceil((seconds + WARM_MS / 1_000) * RATE);
  const long = (lane: Lane, dialled: number, roundTripMs: number): Wish => ({
    lane,
    numbers: Math.round(1_000_000 * scale),
    // A trial's short list must last as well.
    dialled: Math.min(Math.round(dialled * scale), Math.round(1_000_000 * scale) - short),
    roundTripMs,
  });
  return [
    { lane: 'fresh', numbers: short, dialled: 0, roundTripMs: 0 },
    ...DIALLED.map(dialled => long('fresh', dialled, 0)),
    { lane: 'fresh', numbers: short, dialled: 0, roundTripMs: FAR_MS },
    ...DIALLED.map(dialled => long('fresh', dialled, FAR_MS)),
    ...(['retry', 'west', 'practice'] as const).flatMap(lane =>
      (whole ? DIALLED : [MIDDLE]).map(dialled => long(lane, dialled, 0)),
    ),
  ];
};

export const measurePacing = async (wish: PacingWish): Promise<readonly PacingFigure[]> => {
  const all: PacingFigure[] = [];
  for (const each of wishesOf(wish)) {
    const run = await measureRun(each, wish.seconds);
    process.stdout.write(
      `${run.lane}, ${run.numbers} numbers, ${run.dialled} dialled, +${run.roundTripMs} ms: ${run.callsPerSecond.toFixed(1)} calls a second, stolen ${run.stolenSeconds.toFixed(2)} s\n`,
    );
    all.push(run);
  }
  return all;
};

const laneWords: Readonly<Record<Lane, readonly [zh: string, en: string]>> = {
  fresh: ['新号码', 'fresh numbers'],
  retry: ['到时间的重拨', 'retries that are due'],
  west: ['西部号码', 'numbers of the far west'],
  practice: ['练习号码', 'practice numbers'],
};

/** Each against the short list with the database as far away; one value a part of the list that was dialled before. */
export const pacingSamples = (all: readonly PacingFigure[]): readonly Sample[] => {
  const shortOf = (far: number) => all.find(run => run.dialled === 0 && run.roundTripMs === far)?.callsPerSecond ?? 0;
  const byLane = Map.groupBy(
    all.filter(run => run.numbers >= 1_000_000),
    run => `${run.lane} ${run.roundTripMs}`,
  );
  return [
    {
      zh: `每秒 ${RATE} 通的线路，一千来个号码的任务：每秒呼出（一分钟内）`,
      en: `a line of ${RATE} calls a second, a task of some thousand numbers: calls started a second, over a minute`,
      unit: '',
      digits: 1,
      values: [shortOf(0)],
    },
    ...[...byLane.values()].map(runs => sampleOf(runs, shortOf(runs[0]?.roundTripMs ?? 0))),
  ];
};

const sampleOf = (runs: readonly PacingFigure[], short: number): Sample => {
  const { lane = 'fresh', roundTripMs = 0 } = runs[0] ?? {};
  const [zh, en] = laneWords[lane];
  const dialled = runs.map(run => run.dialled.toLocaleString('en')).join(' / ');
  return {
    zh: `同一线路，百万号码的任务（已拨 ${dialled}），${zh}${roundTripMs > 0 ? `，数据库远 ${roundTripMs} ms` : ''}：占前者的百分比`,
    en: `the same line, a task of a million (${dialled} dialled), ${en}${roundTripMs > 0 ? `, the database ${roundTripMs} ms away` : ''}: of the former`,
    unit: '%',
    digits: 1,
    values: runs.map(run => (100 * run.callsPerSecond) / short),
  };
};
