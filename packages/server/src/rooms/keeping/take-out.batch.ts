/**
 * All that a merchant has, as one archive: a line a row of every table of its own, and the sound of its calls. It goes to the
 * disk as it is read, portion by portion in the order of keys, and holds no transaction meanwhile; what is written while it
 * is read may be in it or not. A process killed in it begins the file anew.
 */
import { stored } from '@lianxian/contract';
import { inTransaction, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { isDiskFull, roomOnDisk } from '../../platform/disk.ts';
import type { FileStore } from '../../platform/files.ts';
import { CSV_BOM, csvLine, type Part, writeArchive } from '../../platform/sheets/index.ts';
import { type BatchEnd, BatchFailed, type BatchRun, type BatchWork, startBatch } from '../batches/index.ts';
import {
  merchantLine,
  nextLines,
  nextRecordings,
  type OwnTable,
  ownTables,
  recordingBytes,
} from './own-tables.store.ts';

export const TAKE_OUT = 'takeOut';

export const startTakeOut = (tx: MerchantDb, createdBy: string): Promise<string> =>
  startBatch(tx, { kind: TAKE_OUT, title: stored(['allData']), type: 1, input: {}, createdBy });

interface TakeOutParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
}

const ROWS_AT_ONCE = 500;
/** Of a table without a key each portion is sorted out of all that is left. */
const UNKEYED_AT_ONCE = 20_000;
/** Left on the disk for calls. */
const RESERVED_BYTES = 1024 ** 3;

const READ_ME = `tables/*.jsonl: one row a line, JSON, UTF-8. tables/*.csv: the same for a spreadsheet. recordings/<call>.wav: left the callee, right we.
tables/*.jsonl：每行一条记录，JSON，UTF-8。tables/*.csv：同样的内容，用表格软件打开。recordings/<通话>.wav：左声道是客户，右声道是我们。
`;

/** Counts what was written, and says so as progress. */
const openCount = ({ db }: TakeOutParts, run: BatchRun) => {
  let done = 0;
  return async (more: number): Promise<void> => {
    done += more;
    await inTransaction(db, tx => run.progress(tx, { done, cursor: { rows: done } }));
  };
};
type Count = ReturnType<typeof openCount>;
/** A row is written twice, and counted once. */
const uncounted: Count = async () => undefined;

/** The rows of a table, as JSON, portion by portion. */
async function* portionsOf({ db }: TakeOutParts, run: BatchRun, table: OwnTable, count: Count) {
  const limit = table.isKeyed ? ROWS_AT_ONCE : UNKEYED_AT_ONCE;
  for (let after: readonly string[] | null = null; run.mayGoOn(); ) {
    const rows = await nextLines(db, run.merchantId, table, { after, limit });
    yield rows.map(({ line }) => line);
    await count(rows.length);
    const last = rows.at(-1);
    if (last === undefined || last.key.length === 0 || rows.length < limit) return;
    after = last.key;
  }
}

async function* jsonOf(portions: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const lines of portions) yield lines.map(line => `${line}\n`).join('');
}

/** Text as it is, nothing as an empty cell, all else as JSON. */
const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

async function* csvOf(columns: readonly string[], portions: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(columns);
  for await (const lines of portions)
    yield lines
      .map(line => JSON.parse(line) as Readonly<Record<string, unknown>>)
      .map(row => csvLine(columns.map(column => cellOf(row[column]))))
      .join('');
}

/** Recordings whose bytes are there; the disk is looked at between portions. */
async function* sounds(parts: TakeOutParts, run: BatchRun, count: Count): AsyncGenerator<Part> {
  const { db, files } = parts;
  for (let after = '0'; run.mayGoOn(); ) {
    const found = await nextRecordings(db, run.merchantId, after, ROWS_AT_ONCE);
    await checkRoom(files, 0);
    for (const { call, path } of found) {
      const file = run.mayGoOn() ? await files.find(path) : null;
      if (file === null || file.bytes === 0) continue;
      yield { name: `recordings/${call}.wav`, text: file.read(0, file.bytes - 1), isSound: true };
    }
    await count(found.length);
    const last = found.at(-1);
    if (last === undefined || found.length < ROWS_AT_ONCE) return;
    after = last.call;
  }
}

async function* partsOf(parts: TakeOutParts, run: BatchRun): AsyncGenerator<Part> {
  const count = openCount(parts, run);
  yield { name: 'README.txt', text: [READ_ME] };
  yield { name: 'merchant.json', text: [`${await merchantLine(parts.db, run.merchantId)}\n`] };
  for (const table of await ownTables(parts.db))
    if (run.mayGoOn()) {
      yield { name: `tables/${table.name}.jsonl`, text: jsonOf(portionsOf(parts, run, table, count)) };
      yield { name: `tables/${table.name}.csv`, text: csvOf(table.columns, portionsOf(parts, run, table, uncounted)) };
    }
  yield* sounds(parts, run, count);
}

const noRoom = () => new BatchFailed({ remark: stored(['sheetNoRoom']) });

const checkRoom = async (files: FileStore, bytes: number): Promise<void> => {
  if ((await roomOnDisk(files.pathOf('.'))) < RESERVED_BYTES + bytes) throw noRoom();
};

/** Carries out what {@link startTakeOut} asked for. */
export const takeOutWork =
  (parts: TakeOutParts): BatchWork =>
  async run => {
    const { db, files } = parts;
    await checkRoom(files, await recordingBytes(db, run.merchantId));
    const path = `exports/${run.merchantId}/${run.id}.zip`;
    try {
      await writeArchive(await files.placeFor(path), partsOf(parts, run));
    } catch (error) {
      await files.remove(path);
      throw isDiskFull(error) ? noRoom() : error;
    }
    if (run.mayGoOn()) return await endOf(files, run, path);
    await files.remove(path);
    return { remark: stored(['cancelled']) };
  };

const endOf = async (files: FileStore, { merchantId, id }: BatchRun, path: string): Promise<BatchEnd> => {
  const { bytes = 0 } = (await files.find(path)) ?? {};
  const name = `${merchantId}-${id}.zip`;
  return { remark: '', file: { kind: 'archive', path, name, mime: 'application/zip', bytes } };
};
