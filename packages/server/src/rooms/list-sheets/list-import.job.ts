/**
 * A sheet goes on a list (decision 81): its rows as they stream by, some thousand a transaction with the place where to go
 * on, so that a killed process goes on there; what is refused goes to a file with its reason.
 */
import { join } from 'node:path';
import { languages, listNames, refusedClause, type StoredClause, stored } from '@lianxian/contract';
import { z } from 'zod';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { Refusal, refuse } from '../../platform/http/index.ts';
import { type OpenSheet, openSheet } from '../../platform/sheets/index.ts';
import { type BatchEnd, BatchFailed, type BatchRun, type BatchWork } from '../batches/index.ts';
import { insertEntries, type NumberList, todayOf } from '../blacklist/index.ts';
import { insertConsents } from '../consents/index.ts';
import { findFile, letGoUpload } from '../files/index.ts';
import {
  beginningOf,
  chunksOf,
  findTitles,
  guessColumns,
  openRefusedFile,
  type RefusedFile,
  type RefusedRow,
  type Row,
} from '../imports/index.ts';
import { lookAgain } from '../rules/index.ts';
import { columnsOf, type ListRow, readerOf } from './list-columns.policy.ts';
import { countListImport, importOfBatch } from './list-imports.store.ts';

export const LIST_IMPORT_KIND = 'lists.import';

const orderSchema = z.object({
  list: z.enum([...listNames, 'shared']),
  taskId: z.string().nullable(),
  tradeId: z.string().nullable(),
  fileId: z.string(),
  reason: z.string(),
  until: z.string().nullable(),
  /** Of who imports, as is what he sees. */
  language: z.enum(languages),
  seesPhones: z.boolean(),
});
export type ListImportOrder = z.infer<typeof orderSchema>;

const cursorSchema = z.object({
  rows: z.number(),
  bytes: z.number(),
  added: z.number(),
  known: z.number(),
  invalid: z.number(),
  /** All is read: nothing is left but to say so. */
  over: z.boolean(),
});
type Cursor = z.infer<typeof cursorSchema>;
const beginning: Cursor = { rows: 0, bytes: 0, added: 0, known: 0, invalid: 0, over: false };

interface ListImportParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
}

/** What all chunks of an import have in common. */
interface Target {
  readonly db: UnscopedDb;
  readonly run: BatchRun;
  readonly order: ListImportOrder;
  readonly importId: string;
  readonly refused: RefusedFile;
}

export const listOf = (
  { list, taskId, tradeId }: Pick<ListImportOrder, 'list' | 'taskId' | 'tradeId'>,
  merchantId: string,
): NumberList | null => {
  if (list === 'consent') return null;
  if (list === 'shared') return { of: 'shared', merchantId, tradeId };
  return list === 'whitelist' ? { of: 'whitelist', merchantId } : { of: 'blacklist', merchantId, taskId };
};

const write = (tx: UnscopedDb, { run, order, importId }: Target, rows: readonly ListRow[]) => {
  const by = { addedBy: run.createdBy, importId };
  const list = listOf(order, run.merchantId);
  return list === null ? insertConsents(tx, run.merchantId, rows, by) : insertEntries(tx, list, rows, by);
};

type Read = ReturnType<ReturnType<typeof readerOf>>;

/** Writes one chunk, moves the cursor; the cursor after it. */
const writeChunk = (target: Target, rows: readonly Row[], read: readonly Read[], from: Cursor): Promise<Cursor> =>
  inTransaction(target.db, async tx => {
    const once = new Map<string, ListRow>();
    for (const one of read) if ('phone' in one && !once.has(one.phone)) once.set(one.phone, one);
    const fresh = await write(tx, target, [...once.values()]);
    const taken = new Set<string>();
    const refused: RefusedRow[] = [];
    let known = 0;
    for (const [index, one] of read.entries()) {
      const { line, cells } = rows[index]!;
      if (!('phone' in one)) refused.push({ line, cells, reason: one.refused });
      else if (fresh.has(one.phone) && !taken.has(one.phone)) taken.add(one.phone);
      else known += 1;
    }
    const next: Cursor = {
      rows: from.rows + rows.length,
      bytes: await target.refused.append(from.bytes, refused),
      added: from.added + taken.size,
      known: from.known + known,
      invalid: from.invalid + refused.length,
      over: false,
    };
    const figures = { added: next.added, known: next.known, refused: next.invalid };
    await countListImport(tx, { merchantId: target.run.merchantId, id: target.importId }, figures);
    await target.run.progress(tx, { done: next.rows, cursor: next });
    return next;
  });

const pathOf = ({ merchantId, id }: BatchRun): string => join('batches', merchantId, `${id}.csv`);

const openUpload = async (
  { db, files }: ListImportParts,
  run: BatchRun,
  fileId: string,
): Promise<() => Promise<OpenSheet>> => {
  const file = await findFile(merchantDb(db, run.merchantId), fileId);
  if (file === undefined || (await files.find(file.path)) === null) throw refuse('uploadGone');
  return () => openSheet(files.pathOf(file.path), {});
};

/** Where the numbers are, as an import into a task finds them. */
const findNumbers = async (sheet: OpenSheet) => {
  const { rows } = await beginningOf(sheet);
  if (rows.length === 0) throw refuse('sheetEmpty');
  const { skipped, header } = findTitles(rows);
  const columns = guessColumns(rows.slice(skipped), header, []);
  const phone = columns.find(({ guess }) => guess?.use === 'phone');
  if (phone === undefined) throw refuse('columnsWrong');
  const titles = columns.map(({ title }) => title);
  return { skip: skipped + (header ? 1 : 0), titles, columns: columnsOf(titles, phone.index) };
};

const importAll = async (
  parts: ListImportParts,
  run: BatchRun,
  order: ListImportOrder,
  progress: { cursor: Cursor },
) => {
  const { db, files } = parts;
  const own = merchantDb(db, run.merchantId);
  const open = await openUpload(parts, run, order.fileId);
  const importId = await importOfBatch(own, run.id);
  if (importId === undefined) throw new Error('an import of a list has no row');
  const { skip, titles, columns } = await findNumbers(await open());
  const read = readerOf({ ...order, columns, today: await todayOf(db, run.merchantId) });
  const refused = openRefusedFile(files, { path: pathOf(run), titles, language: order.language });
  const target: Target = { db, run, order, importId, refused };
  const sheet = await findFile(own, order.fileId);
  await files.spaceFor(own, Number(sheet?.bytes ?? 0), async checkRoom => {
    for await (const rows of chunksOf(await open(), skip + progress.cursor.rows)) {
      if (!run.mayGoOn()) return;
      await checkRoom();
      progress.cursor = await writeChunk(
        target,
        rows,
        rows.map(({ cells }) => read(cells)),
        progress.cursor,
      );
    }
  });
  if (!run.mayGoOn()) return;
  const { rows } = progress.cursor;
  const cursor = { ...progress.cursor, over: true };
  await inTransaction(db, async tx => {
    await run.progress(tx, { done: rows, total: rows, cursor });
    if (order.list === 'whitelist' || order.list === 'consent') await lookAgain(tx, run.merchantId);
  });
  await letGoUpload(own, order.fileId);
};

const figuresOf = ({ added, known, invalid }: Cursor): readonly StoredClause[] =>
  Object.entries({ added, duplicate: known, invalid }).flatMap(([key, n]): StoredClause[] =>
    n === 0 && key !== 'added' ? [] : [[key as 'added', { n }]],
  );

/** Carries out what `startListImport` asked for. */
export const listImportWork =
  (parts: ListImportParts): BatchWork =>
  async run => {
    const order = orderSchema.parse(run.input);
    const progress = { cursor: cursorSchema.catch(beginning).parse(run.cursor) };
    const end = (...because: readonly StoredClause[]): BatchEnd => {
      const { bytes } = progress.cursor;
      const name = 'refused.csv';
      const kind = order.list === 'shared' ? 'sharedList' : 'listRefused';
      const file = { kind, path: pathOf(run), name, mime: 'text/csv; charset=utf-8', bytes } as const;
      return { remark: stored(...because, ...figuresOf(progress.cursor)), file: bytes === 0 ? null : file };
    };
    try {
      if (!progress.cursor.over) await importAll(parts, run, order, progress);
      return end();
    } catch (error) {
      if (error instanceof Refusal) throw new BatchFailed(end(refusedClause(error)));
      throw error;
    }
  };
