import { setTimeout as delay } from 'node:timers/promises';
import { beat } from '../../../server/src/rooms/dialler/index.ts';
import { createMarks, type HeldTask, round } from '../../../server/src/rooms/pacing/index.ts';
import { takeTasks } from '../../../server/src/rooms/runner/lease.store.ts';
import { nodeBeat } from '../../../server/test/nodes.ts';
import { numberKey } from '../../../server/test/number-key.ts';
import type { Sample } from './figures.ts';
import { openPacingGround, type PacingGround } from './pacing-ground.ts';

/**
 * One decision for all tasks of a merchant: how long a round over two hundred tasks takes beside one over a single task, both
 * placing as many calls; and what each of four tasks had of the channels they share, beside its weight.
 */
interface DispatchFigure {
  readonly oneMs: readonly number[];
  readonly manyMs: readonly number[];
  /** Of the calls that were placed, by weight. */
  readonly shares: readonly { readonly weight: number; readonly calls: number }[];
}

const MANY = 200;
const ROUNDS = 40;
/** Rounds before, in which the database learns what it reads. */
const WARM = 10;
const NUMBERS = 1_200;
const CHANNELS = 20;
const TEN = new Date('2026-11-18T04:00:00.000Z');
const WEIGHTS = [10, 20, 30, 40] as const;

const fill = async ({ sql, merchantId }: PacingGround, task: string, numbers: number): Promise<void> => {
  await sql(
    `insert into callee (merchant_id, task_id, phone, lane) select $1, $2, (13000000000 + $2::bigint * 100000 + n)::text, 0 from generate_series(1, $3::int) n`,
    merchantId,
    task,
    numbers,
  );
  await sql('update task_count set total = $2, fresh = $2 where task_id = $1', task, numbers);
};

/** Tasks that run over one line of their own. */
const openTasks = async (ground: PacingGround, count: number): Promise<readonly HeldTask[]> => {
  const { portId } = await ground.town.line({ channels: CHANNELS, portChannels: CHANNELS, callsPerSecond: 200 });
  const tasks = new Set<string>();
  for (let n = 0; n < count; n += 1) {
    const task = await ground.town.task({ ports: [portId], state: 'draft' });
    await fill(ground, task, NUMBERS);
    tasks.add(task);
  }
  await ground.sql("update task set state = 'running' where id = any($1)", [...tasks]);
  const leases = await takeTasks(ground.database.db, 'bench', MANY + 1, false);
  return leases.filter(({ taskId }) => tasks.has(taskId)).map(lease => ({ lease, marks: createMarks() }));
};

/** One round that places as many calls as the line has channels; they are over before the next. */
const timed = async (ground: PacingGround, held: readonly HeldTask[]): Promise<number> => {
  const { sql, database, merchantId } = ground;
  await sql("update call set stage = 'ended', state = 'busy' where stage <> 'ended'");
  await sql("update line set paced_until = now() - interval '1 hour'");
  await beat(database.db, nodeBeat({ id: 'bench', capacity: 1_000 }));
  const parts = {
    db: database.db,
    owner: 'bench',
    numberKey,
    clock: { now: () => TEN },
    isDiskFull: async () => false,
  };
  const since = performance.now();
  const looked = await round(parts, merchantId, held);
  const took = performance.now() - since;
  const placed = [...looked.values()].reduce((all, of) => all + of.placed, 0);
  if (placed !== CHANNELS) throw new Error(`a round placed ${placed} calls`);
  return took;
};

const timeRounds = async (): Promise<Pick<DispatchFigure, 'oneMs' | 'manyMs'>> => {
  const ground = await openPacingGround();
  try {
    const [one, many] = [await openTasks(ground, 1), await openTasks(ground, MANY)];
    await ground.sql('analyze');
    const [oneMs, manyMs]: [number[], number[]] = [[], []];
    for (let n = 0; n < WARM + ROUNDS; n += 1) {
      const took = [await timed(ground, one), await timed(ground, many)] as const;
      if (n < WARM) continue;
      oneMs.push(took[0]);
      manyMs.push(took[1]);
    }
    return { oneMs, manyMs };
  } finally {
    await ground.close();
  }
};

const CALLS_A_SECOND = 200;
const countShares = async (seconds: number): Promise<DispatchFigure['shares']> => {
  const ground = await openPacingGround();
  const { town, sql } = ground;
  try {
    const { portId } = await town.line({ channels: CHANNELS, portChannels: CHANNELS, callsPerSecond: CALLS_A_SECOND });
    const tasks: string[] = [];
    for (const weight of WEIGHTS) {
      const task = await town.task({ ports: [portId], state: 'draft' });
      await fill(ground, task, CALLS_A_SECOND * (seconds + 10));
      await sql('update task set weight = $2 where id = $1', task, weight);
      tasks.push(task);
    }
    await sql("update task set state = 'running' where id = any($1)", tasks);
    town.clock.now = TEN;
    const node = await town.node('bench');
    const count = () => sql('select task_id, count(*)::int as n from call group by task_id order by task_id');
    await town.until(async () => (await count()).length === WEIGHTS.length);
    const before = await count();
    await delay(seconds * 1_000);
    const after = await count();
    await sql("update task set state = 'paused' where id = any($1)", tasks);
    await node.close();
    return WEIGHTS.map((weight, index) => ({ weight, calls: Number(after[index]?.n) - Number(before[index]?.n) }));
  } finally {
    await ground.close();
  }
};

export const measureDispatch = async (seconds: number): Promise<DispatchFigure> => {
  const figure = { ...(await timeRounds()), shares: await countShares(seconds) };
  process.stdout.write(
    `dispatch: a round over one task ${median(figure.oneMs).toFixed(2)} ms, over ${MANY} ${median(figure.manyMs).toFixed(2)} ms, ${ratioOf(figure).toFixed(1)} times; shares ${figure.shares.map(({ weight, calls }) => `${weight}: ${calls}`).join(', ')}, off by ${(100 * offOf(figure)).toFixed(1)} %\n`,
  );
  return figure;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const ratioOf = ({ oneMs, manyMs }: DispatchFigure): number => median(manyMs) / median(oneMs);
/** The largest distance of a share from its weight, of that share. */
const offOf = ({ shares }: DispatchFigure): number => {
  const sum = (of: (share: DispatchFigure['shares'][number]) => number) =>
    shares.reduce((all, share) => all + of(share), 0);
  const [calls, weights] = [sum(share => share.calls), sum(share => share.weight)];
  return Math.max(...shares.map(share => Math.abs((share.calls * weights) / (calls * share.weight) - 1)));
};

const MOST_TIMES = 10;
const MOST_OFF = 0.1;

/** A sentence for each bound that it is over. */
export const dispatchTooDear = (figure: DispatchFigure): readonly string[] => [
  ...(ratioOf(figure) <= MOST_TIMES
    ? []
    : [`a round over ${MANY} tasks takes ${ratioOf(figure).toFixed(1)} times that of one`]),
  ...(offOf(figure) <= MOST_OFF ? [] : [`a share is ${(100 * offOf(figure)).toFixed(1)} % off its weight`]),
];

export const dispatchSamples = (figure: DispatchFigure): readonly Sample[] => [
  {
    zh: `一轮调度 ${MANY} 个任务的耗时，是只有一个任务时的倍数（至多 ${MOST_TIMES}）`,
    en: `a round over ${MANY} tasks of a merchant, times that over one (at most ${MOST_TIMES})`,
    unit: '',
    digits: 1,
    values: [ratioOf(figure)],
  },
  {
    zh: `四个任务按权重 ${WEIGHTS.join('、')} 共用一条线路，偏离权重最多的百分比（至多 ${100 * MOST_OFF}）`,
    en: `four tasks of weights ${WEIGHTS.join(', ')} over one line: the share farthest from its weight (at most ${100 * MOST_OFF})`,
    unit: '%',
    digits: 1,
    values: [100 * offOf(figure)],
  },
];
