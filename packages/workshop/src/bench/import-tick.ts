import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openBus } from '../../../server/src/platform/bus.ts';
import { openLog } from '../../../server/src/platform/log.ts';
import { DIALLER_CHANNEL } from '../../../server/src/rooms/dialler/index.ts';
import { createFairness, createMarks, type HeldTask, round } from '../../../server/src/rooms/pacing/index.ts';
import { renewTasks, takeTasks } from '../../../server/src/rooms/runner/lease.store.ts';
import { numberKey } from '../../../server/test/number-key.ts';
import type { Sample } from './figures.ts';
import { writeNumbers } from './import-list.ts';
import { MIDDAY, openPacingGround, type PacingGround, RATE } from './pacing-ground.ts';

/**
 * What a tick of a running task takes while numbers come into the same task, and before and after: the rounds of this process
 * over simulated callees, the import in a process of its own.
 */
export interface ImportTickFigure {
  readonly rows: number;
  readonly aloneMs: readonly number[];
  readonly besideMs: readonly number[];
  readonly importSeconds: number;
}

const OWNER = 'rounds';
const ALONE_MS = 30_000;
const WARM_MS = 5_000;
const RENEW_MS = 5_000;
/** Looked at so often at least. */
const LOOK_MS = 100;
/** Of the task before the import: none of them is on the list that is imported. */
const NUMBERS = 100_000;

/** A task that this process alone looks at; its calls are those of an ordinary node, which leases no task. */
const openTask = async (ground: PacingGround): Promise<HeldTask> => {
  const { town, sql, merchantId, database } = ground;
  const { portId } = await town.line({ channels: 1_000, portChannels: 1_000, callsPerSecond: RATE });
  const task = await town.task({ ports: [portId], channels: 1_000, concurrency: 1_000, state: 'draft' });
  await sql(
    `insert into callee (merchant_id, task_id, phone, lane)
     select $1, $2, (19000000000 + n)::text, 0 from generate_series(1, ${NUMBERS}) n`,
    merchantId,
    task,
  );
  await sql(`update task_count set total = ${NUMBERS}, fresh = ${NUMBERS} where task_id = $1`, task);
  await sql("update task set state = 'running' where id = $1", task);
  await sql('analyze callee');
  const [lease] = await takeTasks(database.db, OWNER, 1, false);
  if (lease?.taskId !== task) throw new Error('the task is not ours');
  return { lease, marks: createMarks() };
};

interface Ticking {
  /** ms each since the last time it was asked for. */
  readonly taken: () => readonly number[];
  readonly stop: () => Promise<void>;
}

const tick = async (ground: PacingGround, held: HeldTask): Promise<Ticking> => {
  const { database, merchantId, url } = ground;
  const bus = await openBus(url, database, openLog('silent', 'bench'));
  const parts = {
    ...{ db: database.db, owner: OWNER, numberKey },
    clock: { now: () => MIDDAY },
    isDiskFull: async () => false,
  };
  const fairness = createFairness();
  let [took, isOver]: [number[], boolean] = [[], false];
  const run = async (): Promise<void> => {
    let renewedOn = performance.now();
    while (!isOver) {
      const since = performance.now();
      const looked = (await round(parts, merchantId, [held], fairness)).get(held.lease.taskId);
      took.push(performance.now() - since);
      if (looked === undefined || looked.isLeft) throw new Error('the task is not ours any more');
      if (looked.placed > 0) await bus.notify(DIALLER_CHANNEL, '');
      if (since - renewedOn > RENEW_MS) {
        await renewTasks(database.db, OWNER, [held.lease]);
        renewedOn = since;
      }
      await delay(Math.min(looked.nextMs, LOOK_MS));
    }
  };
  const running = run();
  return {
    taken: () => {
      const all = took;
      took = [];
      return all;
    },
    stop: async () => {
      isOver = true;
      await running;
      await bus.close();
    },
  };
};

/** An import of so many rows into the task, to its end. */
const importBeside = async (
  { sql, merchantId, town, url }: PacingGround,
  dataDir: string,
  { taskId, rows }: { readonly taskId: string; readonly rows: number },
): Promise<void> => {
  const path = join('uploads', merchantId, 'list.csv');
  await mkdir(join(dataDir, 'uploads', merchantId), { recursive: true });
  await writeNumbers('csv', join(dataDir, path), rows);
  const [file] = await sql(
    `insert into file (merchant_id, kind, path, name, mime, bytes, created_by)
     values ($1, 'sheet', $2, 'list.csv', 'text/csv', 1, $3) returning id`,
    merchantId,
    path,
    town.merchant.owner.id,
  );
  const columns = [
    { index: 0, use: 'phone' },
    { index: 1, use: 'name' },
  ];
  const [batch] = await sql(
    `insert into batch (merchant_id, kind, title, type, input, created_by) values ($1, 'callees.import', '', 0, $2, $3) returning id`,
    merchantId,
    JSON.stringify({ taskId, fileId: String(file?.id), pasted: false, header: true, columns }),
    town.merchant.owner.id,
  );
  const program = fileURLToPath(new URL('./import-process.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [program, url, dataDir, merchantId, String(batch?.id)]);
  const [done] = await sql('select state, rows_done from batch where id = $1', batch?.id);
  if (done?.state !== 'done' || Number(done.rows_done) < rows) throw new Error(`the import: ${JSON.stringify(done)}`);
};

export const measureImportTick = async (rows: number): Promise<ImportTickFigure> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lianxian-tick-'));
  const ground = await openPacingGround();
  try {
    ground.town.clock.now = MIDDAY;
    const held = await openTask(ground);
    const node = await ground.town.node('bench', { mostTasks: 0 });
    const ticking = await tick(ground, held);
    const alone = async (): Promise<readonly number[]> => {
      await delay(WARM_MS);
      ticking.taken();
      await delay(ALONE_MS);
      return ticking.taken();
    };
    const before = await alone();
    const since = performance.now();
    await importBeside(ground, dataDir, { taskId: held.lease.taskId, rows });
    const importSeconds = (performance.now() - since) / 1_000;
    const besideMs = ticking.taken();
    const aloneMs = [...before, ...(await alone())];
    await ticking.stop();
    await node.close();
    return { rows, aloneMs, besideMs, importSeconds };
  } finally {
    await ground.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const p99 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1] ?? 0;

const MOST_TIMES = 2;
const timesOf = ({ aloneMs, besideMs }: ImportTickFigure): number => p99(besideMs) / p99(aloneMs);

/** A sentence for each import that slows down a task more than it may. */
export const importTickTooSlow = (all: readonly ImportTickFigure[]): readonly string[] =>
  all
    .filter(figure => !(timesOf(figure) <= MOST_TIMES))
    .map(figure => `beside an import the p99 of a tick is ${timesOf(figure).toFixed(1)} times that without`);

export const importTickSamples = (all: readonly ImportTickFigure[]): readonly Sample[] => [
  {
    zh: `同时导入 100 万行：进行中任务每次调度的 p99，是不导入时的倍数（至多 ${MOST_TIMES}）`,
    en: `a running task beside an import of 1,000,000 rows: p99 of its tick, times that without (at most ${MOST_TIMES})`,
    unit: '×',
    digits: 1,
    values: all.map(timesOf),
  },
  {
    zh: '不导入时每次调度的 p99',
    en: 'p99 of its tick without the import',
    unit: 'ms',
    digits: 1,
    values: all.map(({ aloneMs }) => p99(aloneMs)),
  },
];
