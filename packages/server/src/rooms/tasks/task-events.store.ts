import type { TaskEventKind } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';

/** What a person did to a task, for its history; inside the transaction of the deed. */
export interface TaskDeed {
  readonly task: string;
  readonly kind: TaskEventKind;
  readonly detail?: Readonly<Record<string, string | number>>;
  readonly employeeId: string;
}

export const noteDeeds = async (tx: MerchantDb, deeds: readonly TaskDeed[]): Promise<void> => {
  const rows = deeds.map(({ task, kind, detail = {}, employeeId }) => ({
    task_id: task,
    kind,
    detail: JSON.stringify(detail),
    by_employee: employeeId,
  }));
  await tx.insertInto('task_event', rows).execute();
};

export const noteDeed = (tx: MerchantDb, deed: TaskDeed): Promise<void> => noteDeeds(tx, [deed]);
