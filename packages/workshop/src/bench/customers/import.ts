import { createWriteStream, openAsBlob } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import { signIn } from '../../../journeys/house/api.ts';
import { startHouse } from '../../../journeys/house/house.ts';
import { type DirectDatabase, openDirect } from '../../prove/database.ts';
import type { Sample } from '../figures.ts';
import { jobsProcess, megabytesOf } from '../import.ts';

/**
 * A sheet of a million customers through the whole house (read, judged, looked for among those that are there and among calls),
 * against PostgreSQL's own COPY of the same rows into a table with the same indexes.
 */
interface CustomerImportFigure {
  readonly rows: number;
  readonly seconds: number;
  readonly copySeconds: number;
  /** Memory of the jobs process, MB, each half second from the beginning. */
  readonly jobsMegabytes: readonly number[];
}

const TITLES = '手机号,姓名,公司,标签,参数4';
const uses = ['phone', 'name', 'company', 'tags', 'parameter4'] as const;
const LOOK_MS = 500;
const LIMIT_MS = 1_800_000;
const BLOCK_ROWS = 2_000;

function* sheetOf(rows: number): Generator<string> {
  yield `${TITLES}\n`;
  for (let from = 0; from < rows; from += BLOCK_ROWS) {
    const block = Array.from({ length: Math.min(BLOCK_ROWS, rows - from) }, (_, at) => {
      const n = from + at;
      const company = n % 3 === 0 ? `青木${n % 4_000}科技有限公司` : '';
      return `${13_000_000_000 + n * 997},王伟${n % 997},${company},${n % 10 === 0 ? '高意向' : ''},${n % 1_000}`;
    });
    yield `${block.join('\n')}\n`;
  }
}

/** The rows as text, then COPY of that text into a table of the same columns and indexes. */
const timedCopy = async (direct: DirectDatabase, folder: string): Promise<number> => {
  const [{ columns } = { columns: '' }] = await direct.rows<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = 'customer'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
  );
  const file = join(folder, 'customers.copy');
  await direct.rows(`copy (select ${columns} from customer order by merchant_id, id) to '${file}'`);
  await direct.rows('create table bench_customer (like customer including all)');
  const start = performance.now();
  await direct.rows(`copy bench_customer (${columns}) from '${file}'`);
  const seconds = (performance.now() - start) / 1_000;
  await direct.rows('drop table bench_customer');
  return seconds;
};

export const measureCustomerImport = async (rows: number): Promise<CustomerImportFigure> => {
  const folder = await mkdtemp(join(tmpdir(), 'lianxian-customers-'));
  // PostgreSQL writes and reads its copy there, as another user when we are root.
  await chmod(folder, 0o777);
  const house = await startHouse({ LOG_LEVEL: 'warn' });
  const direct = await openDirect(house.dataDir);
  try {
    const path = join(folder, 'customers.csv');
    await pipeline(Readable.from(sheetOf(rows)), createWriteStream(path));
    await direct.rows('delete from customer');
    const api = await signIn(house);
    const { fileId } = await api.upload(endpoints.customerSheets.upload, await openAsBlob(path), 'customers.csv');
    const { pid } = jobsProcess(house);
    const jobsMegabytes: number[] = [];
    const until = performance.now() + LIMIT_MS;
    const { batchId } = await api.call(endpoints.customerSheets.import, {
      ...{ fileId, skipped: '0', header: '1' },
      columns: uses.map((use, index) => ({ index, use })),
    });
    for (;;) {
      await delay(LOOK_MS);
      jobsMegabytes.push(megabytesOf(pid));
      const batch = (await api.call(endpoints.batch.list, {})).list.find(({ id }) => id === batchId);
      if (batch === undefined || performance.now() > until) throw new Error('the import does not end');
      if (batch.state === 0) continue;
      if (batch.remark !== `导入 ${rows.toLocaleString('en')}`) throw new Error(`the import came to: ${batch.remark}`);
      const seconds = (Date.parse(batch.modifyTime) - Date.parse(batch.createTime)) / 1_000;
      return { rows, seconds, copySeconds: await timedCopy(direct, folder), jobsMegabytes };
    }
  } finally {
    await direct.close();
    await house.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const MOST_TIMES = 4;
/** Flat: at its end as at its beginning, but for what a process keeps once it works. */
const MOST_GROWN = 1.5;
const timesOf = ({ seconds, copySeconds }: CustomerImportFigure): number => seconds / copySeconds;
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
/** The last quarter of the second one: the first is what a process keeps once it works. */
const grownOf = ({ jobsMegabytes: all }: CustomerImportFigure): number => {
  const quarter = Math.max(1, Math.floor(all.length / 4));
  return median(all.slice(-quarter)) / median(all.slice(quarter, 2 * quarter));
};

/** A sentence for an import that takes longer, or more, than it may. */
export const customerImportTooDear = (figure: CustomerImportFigure): readonly string[] => [
  ...(timesOf(figure) <= MOST_TIMES
    ? []
    : [`an import of customers takes ${timesOf(figure).toFixed(1)} times a COPY, more than ${MOST_TIMES}`]),
  ...(grownOf(figure) <= MOST_GROWN
    ? []
    : [`memory of an import of customers grows to ${grownOf(figure).toFixed(1)} times what it was`]),
];

export const customerImportSamples = (figure: CustomerImportFigure): readonly Sample[] => {
  const amount = figure.rows.toLocaleString('en');
  const sample = ([zh, en]: readonly [string, string], unit: string, digits: number, value: number): Sample => ({
    ...{ zh: `客户导入 ${amount} 行：${zh}`, en: `import of ${amount} customers: ${en}`, unit, digits },
    values: [value],
  });
  return [
    sample(['用时', 'takes'], 's', 1, figure.seconds),
    sample(
      ['COPY 到索引相同的表的倍数（至多 4）', 'ratio to a COPY into a table with the same indexes (at most 4)'],
      '×',
      2,
      timesOf(figure),
    ),
    sample(['后台进程最多占内存', 'most memory of the jobs process'], 'MB', 0, Math.max(...figure.jobsMegabytes)),
    sample(['内存末段比前段', 'memory near its end, of that near its beginning'], '×', 2, grownOf(figure)),
  ];
};
