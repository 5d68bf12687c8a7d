import {
  type callEndpoints,
  customerActEndpoints,
  customerSheetEndpoints,
  type InputOf,
  limits,
  MOST_APPENDED,
  MOST_APPENDED_CALLS,
  type OutputOf,
  stored,
} from '@lianxian/contract';
import { companyIn } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { openSheet, pastedSheet } from '../../platform/sheets/index.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { endSoon, startBatch } from '../batches/index.ts';
import { whichOf } from '../customer-acts/index.ts';
import { customersById, customersFilter, nextCustomers, readSettings } from '../customers/index.ts';
import { keepUpload } from '../files/index.ts';
import { beginningOf, findOpenTask, findTitles, guessColumns, importNumbers } from '../imports/index.ts';
import { mayFilter, peopleOf, wantedBy } from '../records/index.ts';
import { beginFollow, bindTaskFollows, followable, listOf } from '../task-follows/index.ts';
import { copyTask } from '../tasks/index.ts';
import { guessUses } from './columns.policy.ts';
import { startFromCalls } from './from-calls.job.ts';
import { CUSTOMER_IMPORT_KIND, type CustomerImportOrder } from './import.job.ts';
import {
  countImports,
  insertCustomerImport,
  listImports,
  lockImport,
  noteTakingBack,
  peopleByName,
} from './sheets.store.ts';
import { CUSTOMER_TAKE_BACK_KIND, type CustomerTakeBackOrder } from './take-back.job.ts';

interface SheetParts {
  readonly unscopedDb: UnscopedDb;
  readonly files: FileStore;
}
/** An import may wait for others; its file stays so long. */
const KEEP_MS = 2 * 86_400_000;
const SHOWN_ROWS = 20;

/** A sheet of one's own, kept for what is done with it. */
const ownUpload = async (fileId: string | undefined, { db, session, at }: SignedInContext) => {
  if (fileId === undefined) throw refuse('badInput', { field: 'fileId', fault: 'missing' });
  const upload = await keepUpload(db, fileId, session.employeeId, later(at, KEEP_MS));
  if (upload === undefined) throw refuse('notFound', { what: 'file' });
  return upload;
};

type SheetWish = InputOf<typeof customerSheetEndpoints.preview>;
const opened = async ({ fileId, text, sheet, encoding }: SheetWish, context: SignedInContext, files: FileStore) => {
  if (fileId === undefined && text !== undefined && text.trim() !== '') return pastedSheet(text);
  const upload = await ownUpload(fileId, context);
  if ((await files.find(upload.path)) === null) throw refuse('uploadGone');
  const options = { ...(sheet !== undefined && { sheet }), ...(encoding !== undefined && { encoding }) };
  return await openSheet(files.pathOf(upload.path), options);
};

const preview = async (
  input: SheetWish,
  context: SignedInContext,
  { files }: SheetParts,
): Promise<OutputOf<typeof customerSheetEndpoints.preview>> => {
  const { rows } = await beginningOf(await opened(input, context, files));
  if (rows.length === 0) throw refuse('sheetEmpty');
  const { skipped, header } = findTitles(rows);
  const list = rows.slice(skipped);
  const guessed = guessColumns(list, header, []);
  const phone = guessed.find(({ guess }) => guess?.use === 'phone')?.index;
  const { names } = await readSettings(context.db);
  const titles = guessed.map(({ title }) => title);
  const uses = guessUses(titles, names, phone);
  return {
    ...{ skipped, header },
    columns: titles.map((title, index) => ({ index, title, guess: uses[index] ?? 'skip' })),
    rows: list.slice(0, SHOWN_ROWS).map(row => [...row]),
  };
};

type ImportWish = InputOf<typeof customerSheetEndpoints.import>;
/** A column for the number, and each other thing in one column at most; further numbers may have several. */
const areColumnsRight = (columns: ImportWish['columns']): boolean => {
  const uses = columns.map(({ use }) => use).filter(use => use !== 'skip' && use !== 'further');
  return uses.includes('phone') && new Set(uses).size === uses.length;
};

const startImport = async (input: ImportWish, context: SignedInContext) => {
  const { db, session, locale } = context;
  const { columns, mode, ownerId, cateType, skipped, header, sheet, encoding, fileId } = input;
  if (!areColumnsRight(columns)) throw refuse('customerNoColumn');
  const upload = await ownUpload(fileId, context);
  const there = new Set([...(await peopleByName(db)).values()]);
  if (ownerId !== undefined && !there.has(ownerId)) throw refuse('notFound', { what: 'employee' });
  const order: CustomerImportOrder = {
    ...{ fileId: upload.id, skipped, header, columns, mode, language: locale },
    ...{ ownerId: ownerId ?? null, cateType: cateType ?? null },
    ...(sheet !== undefined && { sheet }),
    ...(encoding !== undefined && { encoding }),
  };
  return await db.transaction(async tx => {
    const { employeeId } = session;
    const title = stored(['importOfCustomers', { name: upload.name }]);
    const batch = { kind: CUSTOMER_IMPORT_KIND, title, type: 0, input: order, createdBy: employeeId } as const;
    const batchId = await startBatch(tx, batch);
    await insertCustomerImport(tx, { batchId, name: upload.name, by: employeeId });
    const after = { name: upload.name, by: mode };
    await recordAudit(tx, { action: 'customer.import', target: batchId, after }, auditBy(context));
    return { batchId };
  });
};

/** An import that is still being read ends where it is, and what it brought goes after it. */
const takeBack = (id: string, context: SignedInContext): Promise<{ batchId: string }> =>
  context.db.transaction(async tx => {
    const found = await lockImport(tx, id);
    if (found === undefined) throw refuse('notFound', { what: 'import' });
    await endSoon(tx, found.batchId);
    const { employeeId } = context.session;
    const title = stored(['takeBackOfCustomers', { name: found.name }]);
    const input: CustomerTakeBackOrder = { importId: id };
    const batchId = await startBatch(tx, {
      kind: CUSTOMER_TAKE_BACK_KIND,
      title,
      type: 2,
      input,
      createdBy: employeeId,
    });
    await noteTakingBack(tx, id);
    await recordAudit(tx, { action: 'customer.takeBack', target: id, name: found.name }, auditBy(context));
    return { batchId };
  });

const imports = async (
  input: InputOf<typeof customerSheetEndpoints.imports>,
  { db, session }: SignedInContext,
): Promise<OutputOf<typeof customerSheetEndpoints.imports>> => {
  const [rows, total] = await Promise.all([
    listImports(db, session.employeeId, pageOf(input)),
    countImports(db, limits.lastRow),
  ]);
  return {
    list: rows.map(({ by, at, isOver, takenBackAt, ...row }) => ({
      ...row,
      ...{ by: by ?? '', at: at.toISOString(), running: !isOver, takenBackAt: takenBackAt?.toISOString() ?? null },
    })),
    total,
  };
};

/** By the checks of an import into the task: what it refuses comes as a file with whole numbers. */
const toTask = async (
  { into, newName, follow, ...filter }: InputOf<typeof customerActEndpoints.toTask>,
  context: SignedInContext,
  { unscopedDb, files }: SheetParts,
): Promise<OutputOf<typeof customerActEndpoints.toTask>> => {
  const { rights, buttons } = context.session;
  if (!rights.has('number') || !buttons.has('phone:unmask')) throw refuse('noRight');
  if (follow) followable(filter);
  const openTask = (id: string) => findOpenTask(context, { id, text: 'customers' });
  const named = newName ?? (await openTask(into));
  const { until, filter: _, seesPhones, ...asked } = await whichOf(filter, context, unscopedDb);
  const wanted = customersFilter(filter, seesPhones, asked);
  const ids = await nextCustomers(context.db, wanted, { after: '0', until, limit: MOST_APPENDED });
  if (ids.length === 0) throw refuse('sheetEmpty');
  const target = typeof named === 'string' ? await openTask(await copyTask({ id: into, name: named }, context)) : named;
  const { text, columns } = await listOf(context.db, await customersById(context.db, ids), target);
  const written = { text, isWritten: true, encoding: 'utf-8', columns, skipped: 0, header: true } as const;
  const order = { id: target.id, ...written, order: 'given' } as const;
  const following = follow
    ? (tx: MerchantDb) => beginFollow(tx, { task: target, filter, added: ids }, context)
    : undefined;
  return { ...(await importNumbers(files, order, context, following)), people: ids.length };
};

const NAME_CHARS = 20;
const COMPANY_CHARS = 50;
const MOST_CHARS = 4_000_000;

const fromCalls = async (
  filter: InputOf<typeof callEndpoints.people>,
  context: SignedInContext,
  { unscopedDb }: SheetParts,
): Promise<{ batchId: string }> => {
  await mayFilter(filter, context);
  const wanted = await wantedBy(filter, context, unscopedDb);
  const most = { calls: MOST_APPENDED_CALLS, people: MOST_APPENDED, chars: MOST_CHARS };
  const people = (await peopleOf(unscopedDb, context.db, wanted, most)).filter(({ phone }) => phone !== '');
  if (people.length === 0) throw refuse('sheetEmpty');
  const known = people.map(({ phone, calleeName, variables }) => ({
    phone,
    name: calleeName.slice(0, NAME_CHARS),
    company: companyIn(variables).slice(0, COMPANY_CHARS),
  }));
  return await context.db.transaction(async tx => {
    const batchId = await startFromCalls(tx, context.session.employeeId, known);
    const after = { count: people.length };
    await recordAudit(tx, { action: 'customer.fromCalls', target: batchId, after }, auditBy(context));
    return { batchId };
  });
};

/** Customers in from sheets and calls, and out into tasks, which may follow them. */
export const bindCustomerSheets = (front: Front, parts: SheetParts): void => {
  bindTaskFollows(front);
  bind(front, customerSheetEndpoints.preview, (input, context) => preview(input, context, parts));
  bind(front, customerSheetEndpoints.import, startImport);
  bind(front, customerSheetEndpoints.imports, imports);
  bind(front, customerSheetEndpoints.takeBack, ({ id }, context) => takeBack(id, context));
  bind(front, customerActEndpoints.toTask, (input, context) => toTask(input, context, parts));
  bind(front, customerActEndpoints.fromCalls, (input, context) => fromCalls(input, context, parts));
};
