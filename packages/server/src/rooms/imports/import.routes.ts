import { randomInt } from 'node:crypto';
import { type InputOf, type Language, SPARE_NUMBER, stored, taskEndpoints } from '@lianxian/contract';
import { dateCell } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { pastedSheet } from '../../platform/sheets/index.ts';
import { later } from '../../platform/time.ts';
import { type AuditBy, auditBy, auditByHouse, recordAudit } from '../audit/index.ts';
import { startBatch } from '../batches/index.ts';
import { keepUpload } from '../files/index.ts';
import { asBefore, findShape, keepShape, shapeOf } from '../sheet-shapes/index.ts';
import { insertImport, SHEET_KEPT_MS, savePaste } from '../task-numbers/index.ts';
import { type Beginning, beginningOf } from './beginning.ts';
import { bindTaskCheck, countAsCompared } from './check.routes.ts';
import { areColumnsRight, type ColumnUse, findTitles, guessColumns, titlesIn } from './columns.policy.ts';
import { IMPORT_KIND, type ImportInput } from './import.job.ts';
import { daysIn } from './judge.policy.ts';
import type { PreviewWork } from './preview.thread.ts';
import { findOpenTask, findTask, placeOfUpload, variablesOf } from './sources.ts';

const SHOWN_ROWS = 20;
/** Of shuffled lists. */
const SEEDS = 2 ** 31;

type Input = InputOf<typeof taskEndpoints.preview>;

const program = new URL('./preview.thread.ts', import.meta.url);

const readBeginning = async (files: FileStore, input: Input, context: SignedInContext): Promise<Beginning> => {
  const { fileId, sheet, encoding } = input;
  if (fileId === undefined) return beginningOf(pastedSheet(input.text ?? ''));
  const path = await placeOfUpload(files, fileId, context);
  return context.bench.run(program, { path, sheet, encoding } satisfies PreviewWork);
};

const preview = async (files: FileStore, input: Input, context: SignedInContext) => {
  const task = await findTask(context, input);
  const { kind, sheets, encoding, rows, columnsLeftOut } = await readBeginning(files, input, context);
  if (rows.length === 0) throw refuse('sheetEmpty');
  const { skipped, header } = input.titles === undefined ? findTitles(rows) : titlesIn(input.titles);
  const variables = await variablesOf(context, task);
  const list = rows.slice(skipped);
  const shape = header ? shapeOf(list[0] ?? []) : null;
  const before = shape === null || input.anew ? undefined : await findShape(context.db, shape);
  const guessed = guessColumns(list, header, variables);
  const days = daysIn(guessed.map(({ title }) => title));
  return {
    kind,
    sheets: [...sheets],
    encoding,
    skipped,
    header,
    columns: before === undefined ? guessed : [...asBefore(guessed, before.columns as ColumnUse[], variables)],
    remembered: before === undefined ? null : { at: before.usedAt.toISOString(), by: before.by ?? '' },
    variables: [...variables],
    rows: list.slice(0, SHOWN_ROWS).map(row => row.map((cell, index) => (days.has(index) ? dateCell(cell) : cell))),
    columnsLeftOut,
  };
};

/** As the preview shows them: the row above the list. */
const titlesOf = async (files: FileStore, input: Order, context: SignedInContext): Promise<readonly string[]> =>
  (await readBeginning(files, input, context)).rows[input.skipped] ?? [];

type Order = InputOf<typeof taskEndpoints.import> & {
  /** The text is a sheet that we wrote ourselves, however long: it is read as a file is. */
  readonly isWritten?: true;
};

/** What its columns are called that fill no variable; a word of ours is no title. */
const keptOf = (columns: Order['columns']): string[] =>
  columns.flatMap(({ use, variable }) =>
    use === 'kept' && variable !== undefined && variable !== SPARE_NUMBER ? [variable] : [],
  );

interface Begun {
  readonly task: { readonly id: string; readonly name: string };
  readonly work: ImportInput;
  /** Of the file, or what it is called instead; '' for pasted numbers. */
  readonly name: string;
  readonly followed: boolean;
}

/** The import begins with the transaction. */
const begin = async (
  tx: MerchantDb,
  { task, work, name, followed }: Begun,
  createdBy: string,
  by: AuditBy,
): Promise<string> => {
  const title = stored(['importInto', { task: task.name }]);
  const batchId = await startBatch(tx, { kind: IMPORT_KIND, title, type: 0, input: work, createdBy });
  await insertImport(tx, { task: task.id, id: batchId, name, by: createdBy, kept: keptOf(work.columns), followed });
  await recordAudit(tx, { action: 'task.import', target: task.id, name: task.name, after: { batchId } }, by);
  return batchId;
};

/** Numbers into a task in the background. `also`: what is to be written with it, or not at all. */
export const importNumbers = async (
  files: FileStore,
  input: Order,
  context: SignedInContext,
  also?: (tx: MerchantDb) => Promise<void>,
): Promise<{ batchId: string }> => {
  const { db, session, at } = context;
  const task = await findOpenTask(context, input);
  const upload =
    input.fileId === undefined
      ? null
      : await keepUpload(db, input.fileId, session.employeeId, later(at, SHEET_KEPT_MS));
  if (upload === undefined) throw refuse('notFound', { what: 'file' });
  if (!areColumnsRight(input.columns, await variablesOf(context, task))) throw refuse('columnsWrong');
  await countAsCompared(files, input, context);
  const fileId = upload?.id ?? (await savePaste(files, input.text ?? '', context));
  const { skipped, header, columns, sheet, encoding, order, orderBy = 0 } = input;
  const shape = header && input.isWritten === undefined ? shapeOf(await titlesOf(files, input, context)) : null;
  const work: ImportInput = {
    taskId: task.id,
    fileId,
    pasted: input.fileId === undefined && input.isWritten === undefined,
    skipped,
    header,
    columns,
    order,
    orderBy,
    seed: randomInt(SEEDS),
    language: context.locale,
    seesPhones: session.buttons.has('phone:unmask'),
    ...(sheet === undefined ? {} : { sheet }),
    ...(encoding === undefined ? {} : { encoding }),
  };
  return db.transaction(async tx => {
    await also?.(tx);
    const begun = { task, work, name: upload?.name ?? '', followed: false };
    const batchId = await begin(tx, begun, session.employeeId, auditBy(context));
    if (shape !== null) await keepShape(tx, shape, columns, session.employeeId);
    return { batchId };
  });
};

/** A list that we wrote ourselves, for somebody who sees whole numbers and may be away. */
interface Written {
  readonly task: Begun['task'];
  /** With a row of titles. */
  readonly text: string;
  readonly columns: Order['columns'];
  /** What the import is called. */
  readonly name: string;
  readonly by: string;
  readonly language: Language;
  readonly at: Date;
}

/** The same by itself, as part of a transaction: the task follows customers. */
export const importFollowed = async (
  files: FileStore,
  tx: MerchantDb,
  { task, text, columns, name, by, language, at }: Written,
): Promise<void> => {
  const fileId = await savePaste(files, text, { db: tx, at, session: { employeeId: by } });
  const work: ImportInput = {
    ...{ taskId: task.id, fileId, pasted: false, encoding: 'utf-8', skipped: 0, header: true, columns },
    ...{ order: 'given', orderBy: 0, seed: randomInt(SEEDS), language, seesPhones: true },
  };
  await begin(tx, { task, work, name, followed: true }, by, auditByHouse(at));
};

/** `task/preview`, `task/check` and `task/import`: a sheet of numbers into a task. */
export const bindTaskImport = (
  front: Front,
  { unscopedDb, files }: { readonly unscopedDb: UnscopedDb; readonly files: FileStore },
): void => {
  bindTaskCheck(front, { unscopedDb, files });
  bind(front, taskEndpoints.preview, (input, context) => preview(files, input, context));
  bind(front, taskEndpoints.import, (input, context) => importNumbers(files, input, context));
};
