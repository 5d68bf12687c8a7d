/**
 * The export of calls as a batch task (house §4: jobs). Rows come newest first, a chunk at a time by keyset, and go to
 * the disk as they come: memory is flat, whatever the count. A process killed in it begins the file anew: nothing was
 * promised but the file, and calls that came meanwhile stand before its first row.
 */
import { callEndpoints, fill, languages } from '@lianxian/contract';
import { z } from 'zod';
import { type HouseDb, inTransaction, type MerchantDb, merchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { type OutCell, writeCsv, writeXlsx, XLSX_ROWS } from '../../platform/sheets/index.ts';
import { BatchFailed, type BatchRun, type BatchWork, startBatch } from '../batches/index.ts';
import { areasOf, areaText } from '../segments/index.ts';
import { viewerOf } from '../staff/index.ts';
import { countAll, readChunk } from './calls.store.ts';
import { sheetRow } from './export.view.ts';
import { exportWords } from './export.words.ts';
import { type Narrow, narrowTo } from './narrow.store.ts';

export const EXPORT_CALLS = 'exportCalls';
const CHUNK = 1_000;

const wish = z.object({
  filter: callEndpoints.export.input,
  seesPhones: z.boolean(),
  language: z.enum(languages),
});
export type ExportWish = z.infer<typeof wish>;

export const startExport = (tx: MerchantDb, createdBy: string, input: ExportWish): Promise<string> =>
  startBatch(tx, { kind: EXPORT_CALLS, title: exportWords[input.language].title, type: 1, input, createdBy });

type Lines = AsyncIterable<readonly OutCell[]>;

interface Reading extends ExportWish {
  readonly db: HouseDb;
  /** As who asked for the export sees it now. */
  readonly own: MerchantDb;
  readonly run: BatchRun;
  readonly narrow: Narrow;
  readonly total: number;
}

/** The lines of the sheet; ends early when the batch is to end. What was written is committed as progress. */
async function* linesOf({ db, own, run, narrow, total, seesPhones, language }: Reading): Lines {
  let [after, done]: [string | null, number] = [null, 0];
  while (run.mayGoOn()) {
    const rows = await readChunk(own, narrow, after, CHUNK);
    const areas = await areasOf(
      db,
      rows.map(row => row.phone),
    );
    for (const row of rows) yield sheetRow(row, areaText(areas.get(row.phone)), { language, seesPhones });
    done += rows.length;
    const step = { done, total: Math.max(total, done), cursor: { rows: done } };
    await inTransaction(db, tx => run.progress(tx, step));
    after = rows.at(-1)?.cursor ?? null;
    if (rows.length < CHUNK) return;
  }
}

const isDiskFull = (error: unknown): boolean => (error as { code?: string }).code === 'ENOSPC';

/** Carries out exports that {@link startExport} asked for. */
export const exportWork =
  ({ db, files }: { readonly db: HouseDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const input = wish.parse(run.input);
    const words = exportWords[input.language];
    const narrow = narrowTo(input.filter, input.seesPhones);
    const own = merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy));
    const total = await countAll(own, narrow);
    const isWorkbook = total < XLSX_ROWS;
    const path = `exports/${run.merchantId}/${run.id}.${isWorkbook ? 'xlsx' : 'csv'}`;
    let written = 0;
    const counted = async function* (rows: Lines): Lines {
      for await (const row of rows) {
        written += 1;
        yield row;
      }
    };
    const sheet = {
      path: await files.room(path),
      name: words.title,
      head: words.head,
      rows: counted(linesOf({ ...input, db, own, run, narrow, total })),
    };
    try {
      await (isWorkbook ? writeXlsx(sheet) : writeCsv(sheet));
    } catch (error) {
      await files.remove(path);
      if (isDiskFull(error)) throw new BatchFailed({ remark: words.diskFull });
      throw error;
    }
    if (!run.mayGoOn()) {
      await files.remove(path);
      return { remark: words.cancelled };
    }
    const mime = isWorkbook ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv';
    const name = `${words.title}.${isWorkbook ? 'xlsx' : 'csv'}`;
    return { remark: fill(words.done, { rows: written }), file: { path, name, mime } };
  };
