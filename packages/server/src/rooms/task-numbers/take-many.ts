import { type InputOf, type OutputOf, stored, type taskNumberEndpoints } from '@lianxian/contract';
import { searchPeople } from '@lianxian/core';
import type { FileStore } from '../../platform/files.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { allowSearch, auditBy, recordAudit } from '../audit/index.ts';
import { startBatch } from '../batches/index.ts';
import { keepUpload } from '../files/index.ts';
import { lockTask, taskExists } from '../tasks/index.ts';
import { countWanted, type WantedNumbers } from './many.store.ts';
import { SHEET_KEPT_MS, savePaste } from './paste.ts';
import { insertTakeOut } from './put-back.store.ts';
import { TAKE_MANY_KIND, type TakeManyOrder } from './take-many.job.ts';

type Filter = InputOf<typeof taskNumberEndpoints.countTakeOut>;
type Input = InputOf<typeof taskNumberEndpoints.takeOutMany>;

const MOST_COUNTED = 100_000;

const seesPhones = ({ session }: SignedInContext): boolean => session.buttons.has('phone:unmask');

const wantedBy = async ({ state, lastState, phone }: Filter, context: SignedInContext): Promise<WantedNumbers> => {
  await allowSearch(context, phone);
  return { state, lastState, phone: phone === undefined ? null : searchPeople(phone, seesPhones(context)) };
};

export const countTakeOut = async (
  input: Filter,
  context: SignedInContext,
): Promise<OutputOf<typeof taskNumberEndpoints.countTakeOut>> => {
  if (!(await taskExists(context.db, input.id))) throw refuse('notFound', { what: 'task' });
  const { n, called } = await countWanted(context.db, input.id, await wantedBy(input, context), MOST_COUNTED + 1);
  return { n: Math.min(n, MOST_COUNTED), called, more: n > MOST_COUNTED };
};

/** How many of a list's numbers were on the task says which are: who sees numbers masked has none of that. */
const sheetOf = async (files: FileStore, input: Input, context: SignedInContext): Promise<TakeManyOrder['from']> => {
  if (!seesPhones(context)) throw refuse('noRight');
  const { fileId, text = '', sheet, encoding } = input;
  if ((fileId === undefined) === (text.trim() === '')) throw refuse('badInput', { field: 'fileId', fault: 'missing' });
  const { db, session, at } = context;
  if (fileId === undefined) return { fileId: await savePaste(files, text, context), pasted: true };
  const upload = await keepUpload(db, fileId, session.employeeId, later(at, SHEET_KEPT_MS));
  if (upload === undefined) throw refuse('notFound', { what: 'file' });
  return { fileId: upload.id, pasted: false, sheet, encoding };
};

/** Many numbers off the list, in the background: those a filter of the list shows, or those of a sheet. */
export const takeOutMany = async (
  files: FileStore,
  input: Input,
  context: SignedInContext,
): Promise<{ batchId: string }> => {
  const { db, session } = context;
  if (!(await taskExists(db, input.id))) throw refuse('notFound', { what: 'task' });
  const from = input.by === 'sheet' ? await sheetOf(files, input, context) : await wantedBy(input, context);
  return db.transaction(async tx => {
    const task = await lockTask(tx, input.id);
    if (task === undefined) throw refuse('notFound', { what: 'task' });
    const title = stored(['takeOutOf', { task: task.name }]);
    const order: TakeManyOrder = { taskId: task.id, from };
    const batchId = await startBatch(tx, {
      kind: TAKE_MANY_KIND,
      title,
      type: 2,
      input: order,
      createdBy: session.employeeId,
    });
    await insertTakeOut(tx, { id: batchId, taskId: task.id, by: session.employeeId });
    const { state, lastState, phone } = input;
    const after = { batchId, by: input.by, ...(input.by === 'filter' && { state, lastState, phone }) };
    await recordAudit(tx, { action: 'task.takeOut', target: task.id, name: task.name, after }, auditBy(context));
    return { batchId };
  });
};
