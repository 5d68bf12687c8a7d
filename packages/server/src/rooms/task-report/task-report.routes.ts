import { taskReportEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { beginOrAsk } from '../approvals/index.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { taskExists } from '../tasks/index.ts';
import { EXPORT_TASK, startTaskSheet, taskSheetTitle } from './sheet.batch.ts';
import { countPeople } from './sheet.store.ts';

/** The people of a task as a sheet. */
export const bindTaskReport = (front: Front, push: Pick<PushSender, 'toEmployee'>): void => {
  bind(front, taskReportEndpoints.sheet, async ({ id }, context) => {
    const { db, session, locale } = context;
    if (!(await taskExists(db, id))) throw refuse('notFound', { what: 'task' });
    const wish = { id, seesPhones: session.buttons.has('phone:unmask'), language: locale };
    const asked = {
      kind: EXPORT_TASK,
      title: taskSheetTitle,
      input: wish,
      count: () => countPeople(db, id),
      of: 'rows',
    } as const;
    return await beginOrAsk(asked, context, push, async tx => {
      const batch = await startTaskSheet(tx, session.employeeId, wish);
      await recordAudit(tx, { action: 'task.export', target: id, after: { batch } }, auditBy(context));
      return batch;
    });
  });
};
