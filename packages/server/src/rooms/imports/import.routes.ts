import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InputOf, SPARE_NUMBER, stored, taskEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { pastedSheet } from '../../platform/sheets/index.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { startBatch } from '../batches/index.ts';
import { insertFile, keepUpload } from '../files/index.ts';
import { insertImport } from '../task-numbers/index.ts';
import { type Beginning, beginningOf } from './beginning.ts';
import { bindTaskCheck, countAsCompared } from './check.routes.ts';
import { areColumnsRight, findTitles, guessColumns, titlesIn } from './columns.policy.ts';
import { IMPORT_KIND, type ImportInput } from './import.job.ts';
import type { PreviewWork } from './preview.thread.ts';
import { findOpenTask, findTask, placeOfUpload, variablesOf } from './sources.ts';

const SHOWN_ROWS = 20;
/** An import may wait for others; its file stays so long. */
const KEEP_MS = 2 * 86_400_000;

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
  return {
    kind,
    sheets: [...sheets],
    encoding,
    skipped,
    header,
    columns: guessColumns(list, header, variables),
    variables: [...variables],
    rows: list.slice(0, SHOWN_ROWS).map(row => [...row]),
    columnsLeftOut,
  };
};

/** What was pasted becomes a file like any other, so that the job reads it after a crash too; nobody sees its name. */
const savePaste = async (files: FileStore, text: string, { db, session, at }: SignedInContext): Promise<string> => {
  const path = join('uploads', db.merchantId, `${randomUUID()}.txt`);
  const bytes = Buffer.byteLength(text);
  const file = { kind: 'sheet', path, name: 'pasted.txt', mime: 'text/plain; charset=utf-8', bytes } as const;
  const { id } = await files.spaceFor(db, bytes, async () => {
    await writeFile(await files.placeFor(path), text, { mode: 0o600 });
    return insertFile(db, { ...file, createdBy: session.employeeId, purgeAt: later(at, KEEP_MS) });
  });
  return id;
};

type Order = InputOf<typeof taskEndpoints.import> & {
  /** The text is a sheet that we wrote ourselves, however long: it is read as a file is. */
  readonly isWritten?: true;
};

/** What its columns are called that fill no variable; a word of ours is no title. */
const keptOf = (columns: Order['columns']): string[] =>
  columns.flatMap(({ use, variable }) =>
    use === 'kept' && variable !== undefined && variable !== SPARE_NUMBER ? [variable] : [],
  );

/** Numbers into a task in the background. */
export const importNumbers = async (
  files: FileStore,
  input: Order,
  context: SignedInContext,
): Promise<{ batchId: string }> => {
  const { db, session, at } = context;
  const task = await findOpenTask(context, input);
  const upload =
    input.fileId === undefined ? null : await keepUpload(db, input.fileId, session.employeeId, later(at, KEEP_MS));
  if (upload === undefined) throw refuse('notFound', { what: 'file' });
  if (!areColumnsRight(input.columns, await variablesOf(context, task))) throw refuse('columnsWrong');
  await countAsCompared(files, input, context);
  const fileId = upload?.id ?? (await savePaste(files, input.text ?? '', context));
  const { skipped, header, columns, sheet, encoding } = input;
  const order: ImportInput = {
    taskId: task.id,
    fileId,
    pasted: input.fileId === undefined && input.isWritten === undefined,
    skipped,
    header,
    columns,
    language: context.locale,
    seesPhones: session.buttons.has('phone:unmask'),
    ...(sheet === undefined ? {} : { sheet }),
    ...(encoding === undefined ? {} : { encoding }),
  };
  const title = stored(['importInto', { task: task.name }]);
  const batch = { kind: IMPORT_KIND, title, type: 0, input: order, createdBy: session.employeeId } as const;
  return db.transaction(async tx => {
    const batchId = await startBatch(tx, batch);
    await insertImport(tx, {
      task: task.id,
      id: batchId,
      name: upload?.name ?? '',
      by: session.employeeId,
      kept: keptOf(columns),
    });
    await recordAudit(
      tx,
      { action: 'task.import', target: task.id, name: task.name, after: { batchId } },
      auditBy(context),
    );
    return { batchId };
  });
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
