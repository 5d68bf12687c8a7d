import { openAsBlob, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { saveLine } from '../../journeys/house/calls.ts';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { draftTask } from '../../journeys/house/tasks.ts';
import { type DirectDatabase, openDirect } from '../prove/database.ts';
import { cpuOfHouse, stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';
import { FIRST, STRIDE, writeNumbers } from './import-list.ts';

/**
 * A list of a million numbers into a task through the whole house, all checks on (normalising, forbidden ranges,
 * blacklist, recent calls, duplicates), against what cannot be saved: the rows of the sheet read and nothing else, and
 * PostgreSQL's own COPY of what came of them into an empty table with the same keys (primary, unique, foreign) and indexes.
 * One after the other, in one run.
 */
export interface ImportFigure {
  readonly kind: 'csv' | 'xlsx';
  readonly rows: number;
  readonly fileBytes: number;
  readonly seconds: number;
  /** All rows of the sheet, read as an import reads them. */
  readonly readSeconds: number;
  /** COPY into a table with the keys and indexes that numbers of a task have; into one without its foreign key. */
  readonly copySeconds: number;
  readonly copyIndexedSeconds: number;
  readonly ratio: number;
  readonly jobsCpuSeconds: number;
  readonly stolenSeconds: number;
  /** Memory of the jobs process, MB, each half second from the beginning. */
  readonly jobsMegabytes: readonly number[];
}

const BLACKLISTED = 10_000;
const LOOK_MS = 500;
const LIMIT_MS = 900_000;
export const jobsProcess = (house: House): { pid: number; cpu: number } => {
  for (const [name, seconds] of cpuOfHouse(house.supervisorPid)) {
    const [role, pid] = name.split(' ');
    if (role === 'jobs') return { pid: Number(pid), cpu: seconds };
  }
  throw new Error('no jobs process');
};

export const megabytesOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024);

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
};

const readRows = async (path: string): Promise<void> => {
  const { openSheet } = await import('../../../server/src/platform/sheets/index.ts');
  for await (const _ of (await openSheet(path)).rows);
};

/** The rows of the task as text, then COPY of that text into tables of the same columns. */
const measureCopy = async (direct: DirectDatabase, folder: string, task: string) => {
  const columns = 'merchant_id, task_id, phone, name, variables, lane, import_id';
  const file = join(folder, `${task}.copy`);
  await direct.rows(`copy (select ${columns} from callee where task_id = ${BigInt(task)} order by id) to '${file}'`);
  for (const table of ['bench_indexed', 'bench_keyed'])
    await direct.rows(`create table ${table} (like callee including all)`);
  const keys = await direct.rows<{ key: string }>(
    "select pg_get_constraintdef(oid) as key from pg_constraint where conrelid = 'callee'::regclass and contype = 'f'",
  );
  for (const { key } of keys) await direct.rows(`alter table bench_keyed add ${key}`);
  const copy = (table: string) => secondsOf(() => direct.rows(`copy ${table} (${columns}) from '${file}'`));
  const [indexed, keyed] = [await copy('bench_indexed'), await copy('bench_keyed')];
  await direct.rows('drop table bench_indexed, bench_keyed');
  return { indexed, keyed };
};

const importTo = async (api: Api, house: House, task: string, fileId: string) => {
  const before = jobsProcess(house);
  const megabytes: number[] = [];
  const stolen = stolenSeconds();
  const start = performance.now();
  const { batchId } = await api.call(endpoints.task.import, {
    id: task,
    fileId,
    header: '1',
    columns: [
      { index: 0, use: 'phone' },
      { index: 1, use: 'name' },
    ],
  });
  for (;;) {
    await delay(LOOK_MS);
    megabytes.push(megabytesOf(before.pid));
    const batch = (await api.call(endpoints.batch.list, {})).list.find(({ id }) => id === batchId);
    if (batch === undefined || performance.now() - start > LIMIT_MS) throw new Error('the import does not end');
    if (batch.state === 0) continue;
    const seconds = (Date.parse(batch.modifyTime) - Date.parse(batch.createTime)) / 1_000;
    return {
      remark: batch.remark,
      seconds,
      megabytes,
      cpu: jobsProcess(house).cpu - before.cpu,
      stolen: stolenSeconds() - stolen,
    };
  }
};

/** A draft over an ordinary line, which nobody dials. */
const ordinaryTask = async (api: Api): Promise<string> => {
  const lineId = await saveLine(api, { address: '127.0.0.1:9' });
  const port = (await api.call(endpoints.port.list, {})).list.find(row => row.lineId === lineId);
  if (port === undefined) throw new Error('a saved line made no port');
  const windows = Array.from({ length: 7 }, () => [{ from: 540, to: 1_320 }]);
  return draftTask(api, [], { ports: [{ portId: port.id, channels: 1 }], windows, skipRecentDays: 30 });
};

const measureKind = async (
  house: House,
  direct: DirectDatabase,
  kind: ImportFigure['kind'],
  rows: number,
): Promise<ImportFigure> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-import-'));
  // PostgreSQL writes and reads its copy there, as another user when we are root.
  await chmod(folder, 0o777);
  try {
    const path = join(folder, `list.${kind}`);
    await writeNumbers(kind, path, rows);
    const api = await signIn(house);
    const task = await ordinaryTask(api);
    await direct.rows(
      `insert into blacklist (merchant_id, phone)
        select merchant_id, (${FIRST} + n * ${STRIDE * 100}::bigint)::text from task, generate_series(0, $2 - 1) n
        where id = $1 and n * 100 < $3 on conflict do nothing`,
      [task, BLACKLISTED, rows],
    );
    const { fileId } = await api.upload(endpoints.upload.sheet, await openAsBlob(path), `list.${kind}`);
    const readSeconds = await secondsOf(() => readRows(path));
    const done = await importTo(api, house, task, fileId);
    const copy = await measureCopy(direct, folder, task);
    const left = Math.min(BLACKLISTED, Math.ceil(rows / 100));
    const expected = `导入 ${(rows - left).toLocaleString('en')}，黑名单 ${left.toLocaleString('en')}`;
    if (done.remark !== expected) throw new Error(`the import came to: ${done.remark}`);
    return {
      kind,
      rows,
      fileBytes: (await stat(path)).size,
      seconds: done.seconds,
      readSeconds,
      copySeconds: copy.keyed,
      copyIndexedSeconds: copy.indexed,
      ratio: done.seconds / (readSeconds + copy.keyed),
      jobsCpuSeconds: done.cpu,
      stolenSeconds: done.stolen,
      jobsMegabytes: done.megabytes,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Both kinds of file, in a house of its own. */
export const measureImport = async (rows = 1_000_000): Promise<readonly ImportFigure[]> => {
  const house = await startHouse({ LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  try {
    return [await measureKind(house, direct, 'csv', rows), await measureKind(house, direct, 'xlsx', rows)];
  } finally {
    await direct.close();
    await house.stop();
  }
};

export const importSamples = (all: readonly ImportFigure[]): readonly Sample[] =>
  (['csv', 'xlsx'] as const).flatMap((kind): Sample[] => {
    const of = all.filter(figure => figure.kind === kind);
    const peak = of.map(({ jobsMegabytes }) => Math.max(...jobsMegabytes));
    return [
      {
        zh: `导入 100 万行 .${kind}，全部检查`,
        en: `import of 1,000,000 rows of .${kind} with all checks`,
        unit: 's',
        digits: 1,
        values: of.map(({ seconds }) => seconds),
      },
      {
        zh: `导入 .${kind}：读完各行加 COPY 到键和索引相同的表的倍数（至多 1.5）`,
        en: `import of .${kind}: ratio to reading its rows plus a COPY into a table with the same keys and indexes (at most 1.5)`,
        unit: '×',
        digits: 1,
        values: of.map(({ ratio }) => ratio),
      },
      {
        zh: `导入 .${kind}：后台进程最多占内存`,
        en: `import of .${kind}: most memory of the jobs process`,
        unit: 'MB',
        digits: 0,
        values: peak,
      },
    ];
  });
