import { taskReportEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { taskExists } from '../tasks/index.ts';
import { startTaskSheet } from './sheet.batch.ts';

/** The people of a task as a sheet. */
export const bindTaskReport = (front: Front): void => {
  bind(front, taskReportEndpoints.sheet, async ({ id }, context) => {
    const { db, session, locale } = context;
    if (!(await taskExists(db, id))) throw refuse('notFound', { what: 'task' });
    const batchId = await db.transaction(async tx => {
      const wish = { id, seesPhones: session.buttons.has('phone:unmask'), language: locale };
      const batch = await startTaskSheet(tx, session.employeeId, wish);
      await recordAudit(tx, { action: 'task.export', target: id, after: { batch } }, auditBy(context));
      return batch;
    });
    return { batchId };
  });
};
