import { type InputOf, numberListEndpoints, sharedListEndpoints, stored } from '@lianxian/contract';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { later } from '../../platform/time.ts';
import { beginOrAsk } from '../approvals/index.ts';
import { auditBy, countCompared, recordAudit } from '../audit/index.ts';
import { endSoon, startBatch } from '../batches/index.ts';
import { blacklistFor } from '../blacklist/index.ts';
import { keepUpload } from '../files/index.ts';
import {
  countList,
  LIST_EXPORT_KIND,
  type ListExportOrder,
  listSheetTitle,
  startListSheet,
} from './list-export.job.ts';
import { LIST_IMPORT_KIND, type ListImportOrder } from './list-import.job.ts';
import { insertListImport, type ListPlace, listImports, lockListImport, noteTakingBack } from './list-imports.store.ts';
import { LIST_TAKE_BACK_KIND, type ListTakeBackOrder } from './list-take-back.job.ts';

/** An import may wait for others; its file stays so long. */
const KEEP_MS = 2 * 86_400_000;

/** Which list of a merchant is meant; one of a task that this person does not see is none. @throws notFound */
const ownPlace = async (
  context: SignedInContext,
  { list, taskId }: InputOf<typeof numberListEndpoints.imports>,
): Promise<ListPlace> => {
  const task = list === 'blacklist' ? taskId : undefined;
  await blacklistFor(context, { taskId: task });
  return { list, taskId: task ?? null, tradeId: null };
};
const sharedPlace = ({ tradeId }: InputOf<typeof sharedListEndpoints.imports>): ListPlace => ({
  list: 'shared',
  taskId: null,
  tradeId: tradeId ?? null,
});

const readsOf = ({ locale, session }: SignedInContext) => ({
  language: locale,
  seesPhones: session.buttons.has('phone:unmask'),
});
const factsOf = ({ list, taskId, tradeId }: ListPlace) => ({
  numbersOf: list,
  ...(taskId !== null && { task: taskId }),
  ...(tradeId !== null && { trade: tradeId }),
});

type Sheet = Pick<InputOf<typeof numberListEndpoints.import>, 'fileId' | 'reason' | 'until'>;

/** What an import comes to tells how many of its numbers were there: it counts as an import into a task does. @throws listsOut */

const startImport = async (place: ListPlace, sheet: Sheet, context: SignedInContext) => {
  const { fileId, reason, until = null } = sheet;
  const { db, session, at } = context;
  const { employeeId } = session;
  const upload = await keepUpload(db, fileId, employeeId, later(at, KEEP_MS));
  if (upload === undefined) throw refuse('notFound', { what: 'file' });
  await countCompared(context, [], upload.id);
  const input: ListImportOrder = { ...place, fileId: upload.id, reason, until, ...readsOf(context) };
  return db.transaction(async tx => {
    const title = stored(['importToList', { name: upload.name }]);
    const batchId = await startBatch(tx, { kind: LIST_IMPORT_KIND, title, type: 0, input, createdBy: employeeId });
    await insertListImport(tx, { ...place, name: upload.name, by: employeeId, batchId });
    const after = { ...factsOf(place), name: upload.name, reason, until: until ?? undefined };
    await recordAudit(tx, { action: 'list.import', target: batchId, after }, auditBy(context));
    return { batchId };
  });
};

/** An import that is still being read ends where it is, and what it brought goes after it. */
const takeBack = (id: string, isShared: boolean, context: SignedInContext): Promise<{ batchId: string }> =>
  context.db.transaction(async tx => {
    const found = await lockListImport(tx, id);
    if (found === undefined || (found.list === 'shared') !== isShared) throw refuse('notFound', { what: 'import' });
    const { list, taskId, tradeId, name, added } = found;
    const place: ListPlace = { list, taskId, tradeId };
    if (taskId !== null) await blacklistFor(context, { taskId });
    await endSoon(tx, found.batchId);
    const input: ListTakeBackOrder = { importId: id, ...place };
    const { employeeId } = context.session;
    const title = stored(['takeBackOfList', { name }]);
    const batchId = await startBatch(tx, { kind: LIST_TAKE_BACK_KIND, title, type: 2, input, createdBy: employeeId });
    await noteTakingBack(tx, id);
    const after = { ...factsOf(place), name, added };
    await recordAudit(tx, { action: 'list.takeBack', target: id, after }, auditBy(context));
    return { batchId };
  });

const imports = async (place: ListPlace, { db }: SignedInContext) => ({
  list: (await listImports(db, place)).map(({ by, at, takenBack, takenBackAt, ...row }) => ({
    ...row,
    by: by ?? '',
    at: at.toISOString(),
    takenBack: takenBackAt === null ? null : takenBack,
  })),
});

const startExport =
  (place: ListPlace, context: SignedInContext) =>
  async (tx: MerchantDb): Promise<string> => {
    const batchId = await startListSheet(tx, context.session.employeeId, { ...place, ...readsOf(context) });
    await recordAudit(tx, { action: 'list.export', target: batchId, after: factsOf(place) }, auditBy(context));
    return batchId;
  };

interface ListSheetsParts {
  readonly unscopedDb: UnscopedDb;
  readonly push: Pick<PushSender, 'toEmployee'>;
}

const exportOwn = async (
  place: ListPlace,
  context: SignedInContext,
  { unscopedDb, push }: ListSheetsParts,
): Promise<{ batchId: string | null }> => {
  const input: ListExportOrder = { ...place, ...readsOf(context) };
  const count = () => countList(unscopedDb, context.db.merchantId, input);
  const asked = { kind: LIST_EXPORT_KIND, title: listSheetTitle, input, count, of: 'rows' } as const;
  return await beginOrAsk(asked, context, push, startExport(place, context));
};

/** Lists of numbers come from sheets and go into sheets, as batches. */
export const bindListSheets = (front: Front, parts: ListSheetsParts): void => {
  const own = numberListEndpoints;
  bind(front, own.import, async (input, context) => startImport(await ownPlace(context, input), input, context));
  bind(front, own.imports, async (input, context) => imports(await ownPlace(context, input), context));
  bind(front, own.takeBack, ({ id }, context) => takeBack(id, false, context));
  bind(front, own.export, async (input, context) => exportOwn(await ownPlace(context, input), context, parts));
  const shared = sharedListEndpoints;
  bind(front, shared.import, (input, context) => startImport(sharedPlace(input), input, context));
  bind(front, shared.imports, (input, context) => imports(sharedPlace(input), context));
  bind(front, shared.takeBack, ({ id }, context) => takeBack(id, true, context));
  bind(front, shared.export, async (input, context) => ({
    batchId: await context.db.transaction(startExport(sharedPlace(input), context)),
  }));
};
