import type { TaskBecause, TaskState } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { TaskKey } from './take-out.store.ts';

/** New numbers in a finished task: it stands as `state` and `because` from now on. */
export const reopenTask = async (
  tx: UnscopedDb,
  { merchantId, taskId }: TaskKey,
  { state, because }: { readonly state: TaskState; readonly because: TaskBecause },
): Promise<void> => {
  await tx
    .updateTable('task')
    .set({ state, because, endedAt: null })
    .where('merchantId', '=', merchantId)
    .where('id', '=', taskId)
    .execute();
};
