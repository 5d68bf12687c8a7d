/**
 * A sheet of customers: rows as they stream by, some thousand a transaction with the place where to go on, so that a killed
 * process goes on there. Whom a number belongs to is asked of all rows of a chunk together; what is refused goes to a file with its reason.
 */

import { join } from 'node:path';
import type { SomeCustomerWords } from '@lianxian/contract';
import {
  customerColumn,
  importModes,
  languages,
  refusedClause,
  type StoredClause,
  sheetEncoding,
  stored,
} from '@lianxian/contract';
import { z } from 'zod';
import {
  inTransaction,
  lockCustomers,
  merchantDb,
  throughDeadlocks,
  type UnscopedDb,
} from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { Refusal, refuse } from '../../platform/http/index.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { type BatchEnd, BatchFailed, type BatchRun, type BatchWork } from '../batches/index.ts';
import { columnsOf, customersById, customersSeen, placeColumns, wordsOf } from '../customers/index.ts';
import { findFile, letGoUpload } from '../files/index.ts';
import { chunksOf, openRefusedFile, type RefusedFile, type RefusedRow, type Row } from '../imports/index.ts';
import { areasOf } from '../segments/index.ts';
import { viewerOf } from '../staff/index.ts';
import { changesOf } from './fill.policy.ts';
import { readerOf, type SheetCustomer } from './read-row.ts';
import { changeMany, countImport, importOfBatch, insertMany, peopleByName, whoseNumbers } from './sheets.store.ts';

export const CUSTOMER_IMPORT_KIND = 'customers.import';

const orderSchema = z.object({
  fileId: z.string(),
  sheet: z.number().optional(),
  encoding: sheetEncoding.optional(),
  skipped: z.number(),
  header: z.boolean(),
  columns: z.array(customerColumn),
  mode: z.enum(importModes),
  ownerId: z.string().nullable(),
  cateType: z.number().nullable(),
  language: z.enum(languages),
});
export type CustomerImportOrder = z.infer<typeof orderSchema>;

const cursorSchema = z.object({
  rows: z.number(),
  bytes: z.number(),
  added: z.number(),
  changed: z.number(),
  kept: z.number(),
  invalid: z.number(),
  over: z.boolean(),
});
type Cursor = z.infer<typeof cursorSchema>;
const beginning: Cursor = { rows: 0, bytes: 0, added: 0, changed: 0, kept: 0, invalid: 0, over: false };

interface Target {
  readonly db: UnscopedDb;
  readonly run: BatchRun;
  readonly order: CustomerImportOrder;
  readonly importId: string;
  readonly refused: RefusedFile;
  readonly people: ReadonlyMap<string, string | null>;
}
type Judged = { readonly row: Row; readonly read: ReturnType<ReturnType<typeof readerOf>> };
type Good = { readonly row: Row; readonly customer: SheetCustomer };

/** Rows that are customers, each number once; all others with why. */
const sorted = (judged: readonly Judged[], people: Target['people']) => {
  const good = new Map<string, Good>();
  const refused: RefusedRow[] = [];
  for (const { row, read } of judged) {
    const say = (reason: RefusedRow['reason']) => refused.push({ line: row.line, cells: row.cells, reason });
    if ('refused' in read) say(read.refused);
    else if (good.has(read.phone)) say({ key: 'duplicate' });
    else if (read.owner !== null && people.get(read.owner) == null) say({ key: 'noOwner' });
    else good.set(read.phone, { row, customer: read });
  }
  return { good: [...good.values()], refused };
};

/** New ones as rows, each with where it lives. */
const newRows = async (tx: UnscopedDb, { order, people }: Target, fresh: readonly Good[]) => {
  const areas = await areasOf(
    tx,
    fresh.map(({ customer }) => customer.phone),
  );
  return fresh.map(({ customer: { phone, further, words, cateType, owner } }) => {
    const type = cateType ?? order.cateType ?? 1;
    const ownerId = type === -1 ? null : owner === null ? order.ownerId : (people.get(owner) ?? null);
    const columns = { ...columnsOf(words), ...placeColumns(areas.get(phone), words.city ?? '') };
    return { phone, further, ownerId, cateType: type, columns };
  });
};

/** What becomes of those who are there: changed, left, or refused where who imports does not see them. */
const settleKnown = async (tx: UnscopedDb, target: Target, known: readonly (Good & { readonly id: string })[]) => {
  const { merchantId, createdBy } = target.run;
  if (known.length === 0) return { changed: [], refused: [] };
  const own = merchantDb(tx, merchantId, await viewerOf(tx, merchantId, createdBy));
  const ids = known.map(({ id }) => id);
  const seen = new Set(
    (
      await customersSeen(own).select('customer.id').where('customer.id', 'in', ids).forUpdate('customer').execute()
    ).map(({ id }) => id),
  );
  const rows = new Map((await customersById(own, ids)).map(row => [row.id, row]));
  const areas = await areasOf(
    tx,
    [...rows.values()].map(({ phone }) => phone),
  );
  const refused: RefusedRow[] = [];
  const changed = known.flatMap(({ id, row, customer }) => {
    const now = rows.get(id);
    if (now === undefined || !seen.has(id)) {
      refused.push({ line: row.line, cells: row.cells, reason: { key: 'elses' } });
      return [];
    }
    const fields = changesOf(target.order.mode, wordsOf(now), customer.words);
    if (fields.length === 0) return [];
    const words = Object.fromEntries(fields.map(({ field, after }) => [field, after])) as SomeCustomerWords;
    const place = words.city === undefined ? {} : { region: placeColumns(areas.get(now.phone), words.city).region };
    return [{ id, fields, columns: { ...columnsOf(words), ...place } }];
  });
  return { changed, refused };
};

const writeChunk = (target: Target, judged: readonly Judged[], from: Cursor): Promise<Cursor> =>
  throughDeadlocks(() =>
    inTransaction(target.db, async tx => {
      const { merchantId, createdBy: by } = target.run;
      await lockCustomers(tx, merchantId);
      const { good, refused } = sorted(judged, target.people);
      const whose = await whoseNumbers(
        tx,
        merchantId,
        good.map(({ customer }) => customer.phone),
      );
      const known = good.flatMap(one => {
        const id = whose.get(one.customer.phone);
        return id === undefined ? [] : [{ ...one, id }];
      });
      const fresh = good.filter(({ customer }) => !whose.has(customer.phone));
      const doing = { merchantId, by, importId: target.importId };
      await insertMany(tx, doing, await newRows(tx, target, fresh));
      const settled = await settleKnown(tx, target, known);
      await changeMany(tx, doing, settled.changed);
      const all = [...refused, ...settled.refused].toSorted((one, other) => one.line - other.line);
      const next: Cursor = {
        rows: from.rows + judged.length,
        bytes: await target.refused.append(from.bytes, all),
        added: from.added + fresh.length,
        changed: from.changed + settled.changed.length,
        kept: from.kept + known.length - settled.changed.length - settled.refused.length,
        invalid: from.invalid + all.length,
        over: false,
      };
      const figures = { added: next.added, changed: next.changed, refused: next.invalid, isOver: false };
      await countImport(merchantDb(tx, merchantId), target.importId, figures);
      await target.run.progress(tx, { done: next.rows, cursor: next });
      return next;
    }),
  );

interface ImportParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
}
const pathOf = ({ merchantId, id }: BatchRun): string => join('batches', merchantId, `${id}.csv`);

const importAll = async (
  { db, files }: ImportParts,
  run: BatchRun,
  order: CustomerImportOrder,
  progress: { cursor: Cursor },
) => {
  const own = merchantDb(db, run.merchantId);
  const upload = await findFile(own, order.fileId);
  if (upload === undefined || (await files.find(upload.path)) === null) throw refuse('uploadGone');
  const importId = await importOfBatch(own, run.id);
  if (importId === undefined) throw new Error('an import of customers has no row');
  const options = {
    ...(order.sheet !== undefined && { sheet: order.sheet }),
    ...(order.encoding !== undefined && { encoding: order.encoding }),
  };
  const open = () => openSheet(files.pathOf(upload.path), options);
  const titles = await titlesOf(open, order);
  const refused = openRefusedFile(files, { path: pathOf(run), titles, language: order.language });
  const target: Target = { db, run, order, importId, refused, people: await peopleByName(own) };
  const read = readerOf(order.columns);
  const skip = order.skipped + (order.header ? 1 : 0);
  await files.spaceFor(own, Number(upload.bytes ?? 0), async checkRoom => {
    for await (const rows of chunksOf(await open(), skip + progress.cursor.rows)) {
      if (!run.mayGoOn()) return;
      await checkRoom();
      const judged = rows.map(row => ({ row, read: read(row.cells) }));
      progress.cursor = await writeChunk(target, judged, progress.cursor);
    }
  });
  if (!run.mayGoOn()) return;
  await inTransaction(db, async tx => {
    const { rows, added, changed, invalid } = progress.cursor;
    await countImport(merchantDb(tx, run.merchantId), importId, { added, changed, refused: invalid, isOver: true });
    progress.cursor = { ...progress.cursor, over: true };
    await run.progress(tx, { done: rows, total: rows, cursor: progress.cursor });
  });
  await letGoUpload(own, order.fileId);
};

const titlesOf = async (open: () => ReturnType<typeof openSheet>, { skipped, header }: CustomerImportOrder) => {
  if (!header) return [];
  for await (const block of (await open()).rows) {
    const row = block[skipped];
    if (row !== undefined) return row.cells;
  }
  return [];
};

const figuresOf = ({ added, changed, kept, invalid }: Cursor): readonly StoredClause[] =>
  Object.entries({ added, changedCustomers: changed, keptCustomers: kept, invalid }).flatMap(
    ([key, n]): StoredClause[] => (n === 0 && key !== 'added' ? [] : [[key as 'added', { n }]]),
  );

export const customerImportWork =
  (parts: ImportParts): BatchWork =>
  async run => {
    const order = orderSchema.parse(run.input);
    const progress = { cursor: cursorSchema.catch(beginning).parse(run.cursor) };
    const end = (...because: readonly StoredClause[]): BatchEnd => {
      const { bytes } = progress.cursor;
      const mime = 'text/csv; charset=utf-8';
      const file = { kind: 'customersRefused', path: pathOf(run), name: 'refused.csv', mime, bytes } as const;
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
