/**
 * The import of numbers into a task: rows as they stream in, some thousands a chunk, each chunk one transaction: what is
 * called is written, counted, and the cursor is moved, all or nothing. While one chunk is written the next is read, judged,
 * and looked for in lists and calls. After a crash the file is read again up to the cursor, which costs a second a million rows and keeps
 * nothing but a number.
 */
import { join } from 'node:path';
import {
  columnUse,
  fill,
  type Language,
  languages,
  refusedClause,
  refusedFileWords,
  type StoredClause,
  sheetEncoding,
  stored,
} from '@lianxian/contract';
import { listOrders } from '@lianxian/core';
import { z } from 'zod';
import { inTransaction, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { Refusal } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { OpenSheet } from '../../platform/sheets/index.ts';
import { type BatchEnd, BatchFailed, type BatchRun, type BatchWork } from '../batches/index.ts';
import { ringBell } from '../bell/index.ts';
import { findFile, letGoUpload } from '../files/index.ts';
import { variablesOfVersion } from '../plans/index.ts';
import { TASKS_CHANNEL } from '../runner/index.ts';
import { isWest, westPrefixes } from '../segments/index.ts';
import { openKept, type TaskKey } from '../task-numbers/index.ts';
import { tellTaskChanged } from '../tasks/index.ts';
import { prepare, type Target, TaskGone, writeChunk } from './import.chunk.ts';
import { analyseCallees, findTarget, lanesOfTask, noteImport } from './import.store.ts';
import { daysIn, filledByName, type Judged, openJudge, type Row } from './judge.policy.ts';
import { openRefusedFile } from './refused-file.ts';
import { beginning, type Cursor, countsOf, cursorSchema, figuresOf } from './tally.ts';

export const IMPORT_KIND = 'callees.import';

const importInput = z.object({
  taskId: z.string(),
  fileId: z.string(),
  /** The file holds what was pasted. */
  pasted: z.boolean(),
  sheet: z.number().optional(),
  encoding: sheetEncoding.optional(),
  /** Rows above the titles; imports of earlier releases knew none. */
  skipped: z.number().default(0),
  header: z.boolean(),
  columns: z.array(columnUse),
  /** Imports of earlier releases were called as they came. */
  order: z.enum(listOrders).default('given'),
  orderBy: z.number().default(0),
  seed: z.number().default(0),
  /** Of who imports; imports of earlier releases did not say. */
  language: z.enum(languages).default('zh-CN'),
  /** They too; imports of earlier releases did not say. */
  seesPhones: z.boolean().default(false),
});
export type ImportInput = z.infer<typeof importInput>;

type ImportTask = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

interface ImportParts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
  readonly push: PushSender;
  /** Wakes runners; what is to be done is in the rows. */
  readonly wake: (channel: string, payload: string) => Promise<void>;
}

/** A chunk: a short list is seen to come, of a long one fewer transactions take less time. */
const CHUNK_ROWS = 1_000;
const LONG_CHUNK_ROWS = 5_000;
const LONG_FROM = 10_000;
/** The runner and boards hear of new numbers so often. */
const TELL_MS = 1_000;
/** From so many new rows on the table is another. */
const ANALYSE_ROWS = 10_000;

/** Rows from the `skip`th on, in chunks. */
export async function* chunksOf(sheet: OpenSheet, skip: number): AsyncGenerator<readonly Row[]> {
  let seen = 0;
  let chunk: Row[] = [];
  for await (const block of sheet.rows) {
    const from = Math.max(0, skip - seen);
    seen += block.length;
    for (let at = from; at < block.length; at += 1) {
      chunk.push(block[at]!);
      if (chunk.length < (seen < LONG_FROM ? CHUNK_ROWS : LONG_CHUNK_ROWS)) continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** Tells runner and boards, at most once a second; the last time always. */
const openTelling = ({ wake, push }: ImportParts, { merchantId, taskId }: TaskKey) => {
  let toldAt = Number.NEGATIVE_INFINITY;
  return async (isLast: boolean): Promise<void> => {
    const at = performance.now();
    if (!isLast && at - toldAt < TELL_MS) return;
    toldAt = at;
    await wake(TASKS_CHANNEL, taskId);
    tellTaskChanged(push, merchantId, taskId);
  };
};

/** An import under way: `cursor` is that of the last chunk that was written. */
interface Progress {
  cursor: Cursor;
}

/** What happens beside the writing. */
interface WhileWriting {
  readonly tell: (isLast: boolean) => Promise<void>;
  /** @throws storageLow */
  readonly checkRoom: () => Promise<void>;
}

/** Writes all chunks that are left, while the disk has room for rows; false when its end was wanted before. */
const writeAll = async (
  target: Target,
  chunks: AsyncIterable<readonly Row[]>,
  judge: (row: Row) => Judged,
  progress: Progress,
  { tell, checkRoom }: WhileWriting,
): Promise<boolean> => {
  let writing: Promise<Cursor> | null = null;
  const written = async (): Promise<void> => {
    if (writing === null) return;
    progress.cursor = await writing;
    writing = null;
    await tell(false);
  };
  try {
    for await (const rows of chunks) {
      const prepared = await prepare(target, rows, judge);
      await written();
      if (!target.run.mayGoOn()) return false;
      await checkRoom();
      writing = writeChunk(target, prepared, progress.cursor);
      // Looked at when the next chunk is ready; until then its failure is nobody's.
      writing.catch(() => undefined);
    }
    await written();
    return target.run.mayGoOn();
  } finally {
    await writing?.catch(() => undefined);
    await tell(true);
  }
};

/** The titles, or the first row for how many there are, for the file of refused rows. */
const titlesOf = async (sheet: OpenSheet, { skipped, header, language }: ImportInput): Promise<readonly string[]> => {
  for await (const [first] of chunksOf(sheet, skipped)) {
    const cells = first?.cells ?? [];
    return header ? cells : cells.map((_, index) => fill(refusedFileWords.column, language, { n: index + 1 }));
  }
  return [];
};

const fileName = (task: string, language: Language): string =>
  `${fill(refusedFileWords.name, language, { task: task.replace(/[\\/:*?"<>|]/g, '_') })}.csv`;
const CSV_MIME = 'text/csv; charset=utf-8';

/** Once, when all rows are done: the history of the task, and the table's statistics. */
const finish = async ({ db, run, key }: Target, cursor: Cursor, name: string): Promise<void> => {
  const counts = countsOf(cursor.tally);
  await inTransaction(db, async tx => {
    await noteImport(tx, key, counts, run.createdBy);
    if (counts.refused > 0)
      await ringBell(tx, {
        ...{
          merchantId: key.merchantId,
          kind: 'importRefused',
          about: run.id,
          taskId: key.taskId,
          people: [run.createdBy],
        },
        facts: { name, rows: counts.refused },
      });
    await run.progress(tx, { done: cursor.rows, total: cursor.rows, cursor: { ...cursor, over: true } });
  });
  if (counts.added >= ANALYSE_ROWS) await analyseCallees(db);
};

/** An import in hand. */
interface Importing {
  readonly run: BatchRun;
  readonly task: ImportTask;
  readonly progress: Progress;
}

/** Judges the rows of a sheet with these titles, for a task. */
const judgeFor = async (
  { db }: ImportParts,
  { run: { merchantId }, task }: Importing,
  { columns, seesPhones, order, orderBy, seed }: ImportInput,
  titles: readonly string[],
) => {
  const bound = merchantDb(db, merchantId);
  const [variables, lanes, west] = await Promise.all([
    variablesOfVersion(bound, task.planId, task.planVersion),
    lanesOfTask(bound, task.id),
    westPrefixes(db),
  ]);
  return openJudge({
    columns,
    lanes: new Set(lanes),
    isWest: phone => isWest(west, phone),
    nameVariables: filledByName(columns, titles, variables),
    seesPhones,
    order: { by: order, column: orderBy, seed },
    days: daysIn(titles),
  });
};

const importInto = async (
  parts: ImportParts,
  importing: Importing,
  checkRoom: WhileWriting['checkRoom'],
): Promise<void> => {
  const { run, task, progress } = importing;
  const { merchantId } = run;
  const input = importInput.parse(run.input);
  const sheet = await openKept({ db: merchantDb(parts.db, merchantId), files: parts.files }, input);
  const key: TaskKey = { merchantId, taskId: task.id };
  const titles = await titlesOf(sheet, input);
  const target: Target = {
    db: parts.db,
    run,
    key,
    leaving: task,
    seesPhones: input.seesPhones,
    refused: openRefusedFile(parts.files, {
      path: refusedPath(run),
      titles,
      language: input.language,
    }),
  };
  const judge = await judgeFor(parts, importing, input, input.header ? titles : []);
  const chunks = chunksOf(sheet, progress.cursor.rows + input.skipped + (input.header ? 1 : 0));
  const beside = { tell: openTelling(parts, key), checkRoom };
  if (await writeAll(target, chunks, judge, progress, beside)) await finish(target, progress.cursor, task.name);
};

/** With room for as much again as the sheet has: its refused rows come as a file. What was read to its end may go. */
const importInSpace = async (parts: ImportParts, importing: Importing): Promise<void> => {
  const { run } = importing;
  const own = merchantDb(parts.db, run.merchantId);
  const { fileId } = importInput.parse(run.input);
  const sheet = await findFile(own, fileId);
  await parts.files.spaceFor(own, Number(sheet?.bytes ?? 0), checkRoom => importInto(parts, importing, checkRoom));
  if (run.mayGoOn()) await letGoUpload(own, fileId);
};

const refusedPath = ({ merchantId, id }: BatchRun): string => join('batches', merchantId, `${id}.csv`);

/** Expected ends, as they are kept; null for a defect. */
const clauseOf = (error: unknown): StoredClause | null => {
  if (error instanceof TaskGone) return [error.because];
  return error instanceof Refusal ? refusedClause(error) : null;
};

const importCallees = async (parts: ImportParts, run: BatchRun): Promise<BatchEnd> => {
  const { taskId, language, seesPhones } = importInput.parse(run.input);
  const progress: Progress = { cursor: cursorSchema.catch(beginning).parse(run.cursor) };
  const task = await findTarget(merchantDb(parts.db, run.merchantId), taskId);
  const end = (...because: readonly StoredClause[]): BatchEnd => ({
    remark: stored(...because, ...figuresOf(progress.cursor.tally, seesPhones)),
    file:
      progress.cursor.bytes === 0
        ? null
        : {
            kind: 'refused',
            path: refusedPath(run),
            name: fileName(task?.name ?? '', language),
            mime: CSV_MIME,
            bytes: progress.cursor.bytes,
          },
  });
  try {
    if (task === undefined) throw new TaskGone('taskRemoved');
    if (!progress.cursor.over) await importInSpace(parts, { run, task, progress });
    // What added nothing is no success, whatever the reason.
    if (run.mayGoOn() && progress.cursor.tally.added === 0) throw new BatchFailed(end(['nothingAdded']));
    return end();
  } catch (error) {
    if (error instanceof BatchFailed) throw error;
    const because = clauseOf(error);
    if (because === null) throw error;
    throw new BatchFailed(end(because));
  }
};

export const importWork = (parts: ImportParts): Readonly<Record<string, BatchWork>> => ({
  [IMPORT_KIND]: run => importCallees(parts, run),
});
