import { type OutputOf, taskReportEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { askInstead } from '../approvals/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { EXPORT_TASK, startTaskSheet, taskSheetTitle } from './sheet.batch.ts';
import { findSheetTask } from './sheet.store.ts';

const exportPeople = async (
  id: string,
  context: SignedInContext,
  push: Pick<PushSender, 'toEmployee'>,
): Promise<OutputOf<typeof taskReportEndpoints.sheet>> => {
  const { db, session, locale } = context;
  const task = await findSheetTask(db, id);
  if (task === undefined) throw refuse('notFound', { what: 'task' });
  const input = { id, seesPhones: session.buttons.has('phone:unmask'), language: locale };
  const count = async () => task.total;
  const asked = { kind: EXPORT_TASK, title: taskSheetTitle, input, count, of: 'rows' } as const;
  if (await askInstead(asked, context, push)) return { batchId: null };
  return await db.transaction(async tx => {
    const batchId = await startTaskSheet(tx, session.employeeId, input);
    await recordAudit(tx, { action: 'task.export', target: id, after: { batch: batchId } }, auditBy(context));
    return { batchId };
  });
};

/** The people of a task as a sheet. */
export const bindTaskReport = (front: Front, push: Pick<PushSender, 'toEmployee'>): void => {
  bind(front, taskReportEndpoints.sheet, ({ id }, context) => exportPeople(id, context, push));
};
