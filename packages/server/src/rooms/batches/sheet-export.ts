/**
 * A sheet as a batch task (docs/tasks.md#batch-tasks). Rows come a chunk at a time by keyset and go to the disk as they
 * come: memory is flat, whatever the count. What a chunk costs beside its rows (a statement is planned, a step committed) is
 * shared by many, and by fewer where they are long (`chunk.policy.ts`). A process killed in it begins the file anew: nothing was promised but the
 * file, and rows that came meanwhile stand before its first one.
 */
import { type FileKind, refusedClause, stored } from '@lianxian/contract';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { isDiskFull } from '../../platform/disk.ts';
import type { FileStore } from '../../platform/files.ts';
import { Refusal } from '../../platform/http/index.ts';
import {
  type OutCell,
  type OutColumn,
  writeCsv,
  writeXlsx,
  XLSX_ROWS,
  ZipTooLarge,
} from '../../platform/sheets/index.ts';
import { type BatchEnd, BatchFailed, type BatchRun } from './batch-run.ts';
import { chunkAfter, FIRST_CHUNK } from './chunk.policy.ts';

type Line = readonly OutCell[];

interface SheetSource {
  /** What it holds: that decides who may have it. */
  readonly kind: FileKind;
  /** Of the sheet and the file, in the language of who asked. */
  readonly title: string;
  /** Of the file, where it says more than the sheet. */
  readonly fileName?: string;
  readonly head: readonly string[];
  readonly columns?: readonly OutColumn[];
  /** About as many as a line has, unpacked as csv has it; a workbook takes less. */
  readonly lineBytes?: number;
  /** How many lines there are, as far as one can say beforehand. */
  readonly total: number;
  /** The lines after a place and the place of the last one; null at the end. */
  readonly read: (
    after: string | null,
    limit: number,
  ) => Promise<{ readonly lines: readonly Line[]; readonly after: string | null }>;
}

const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const charsOf = (lines: readonly Line[]): number => {
  let chars = 0;
  for (const line of lines) for (const cell of line) if (typeof cell === 'string') chars += cell.length;
  return chars;
};

/** Ends early when the batch is to end. What was written is committed as progress. */
async function* linesOf(db: UnscopedDb, run: BatchRun, { total, read }: SheetSource, count: (lines: number) => void) {
  let [after, done]: [string | null, number] = [null, 0];
  let limit = FIRST_CHUNK;
  while (run.mayGoOn()) {
    const chunk = await read(after, limit);
    limit = chunkAfter(chunk.lines.length, charsOf(chunk.lines));
    yield* chunk.lines;
    done += chunk.lines.length;
    count(done);
    const step = { done, total: Math.max(total, done), cursor: { rows: done } };
    await inTransaction(db, tx => run.progress(tx, step));
    after = chunk.after;
    if (after === null) return;
  }
}

const LINE_BYTES = 400;
/** A file system's and a mail's names are not longer, and hold none of these. */
const NAME_CHARS = 80;
const nameOf = (title: string): string =>
  title
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .slice(0, NAME_CHARS)
    .trim();

/** Writes the sheet and answers what the batch ends with. */
export const exportSheet = async (
  run: BatchRun,
  source: SheetSource,
  parts: { readonly db: UnscopedDb; readonly files: FileStore },
): Promise<BatchEnd> => {
  const own = merchantDb(parts.db, run.merchantId);
  try {
    return await parts.files.spaceFor(own, source.total * (source.lineBytes ?? LINE_BYTES), () =>
      writeSheet(run, source, parts),
    );
  } catch (error) {
    if (error instanceof Refusal) throw new BatchFailed({ remark: stored(refusedClause(error)) });
    throw error;
  }
};

const writeSheet = async (
  run: BatchRun,
  source: SheetSource,
  { db, files }: { readonly db: UnscopedDb; readonly files: FileStore },
): Promise<BatchEnd> => {
  const { title, head, columns = [] } = source;
  const extension = source.total < XLSX_ROWS ? 'xlsx' : 'csv';
  const path = `exports/${run.merchantId}/${run.id}.${extension}`;
  let written = 0;
  const rows = linesOf(db, run, source, lines => {
    written = lines;
  });
  const sheet = { path: await files.placeFor(path), name: title, head, columns, rows };
  try {
    await (extension === 'xlsx' ? writeXlsx(sheet) : writeCsv(sheet));
  } catch (error) {
    await files.remove(path);
    if (isDiskFull(error)) throw new BatchFailed({ remark: stored(['sheetNoRoom']) });
    if (error instanceof ZipTooLarge) throw new BatchFailed({ remark: stored(['sheetTooLarge']) });
    throw error;
  }
  if (!run.mayGoOn()) {
    await files.remove(path);
    return { remark: stored(['cancelled']) };
  }
  const mime = extension === 'xlsx' ? XLSX_MIME : 'text/csv';
  const { bytes = 0 } = (await files.find(path)) ?? {};
  const file = { kind: source.kind, path, name: `${nameOf(source.fileName ?? title)}.${extension}`, mime, bytes };
  return { remark: stored(['rows', { rows: written }]), file };
};
