import type { MerchantDb } from '../../platform/db/index.ts';

export type AuditAction =
  | 'login'
  | 'login.failed'
  | 'logout'
  | 'line.save'
  | 'line.remove'
  | 'line.enable'
  | 'line.numbers.add'
  | 'line.number.save'
  | 'line.number.remove'
  | 'line.price'
  | 'port.save'
  | 'port.remove'
  | 'settings.calling'
  | 'blacklist.add'
  | 'blacklist.remove'
  | 'balance.topUp'
  | 'task.save'
  | 'task.copy'
  | 'task.remove'
  | 'task.start'
  | 'task.pause'
  | 'task.resume'
  | 'task.stop'
  | 'task.stopAll'
  | 'call.place'
  | 'call.export';

/** A write that matters: who did what to what, from where (product.md §3, people and rights). No names, no phones. */
export interface AuditRow {
  readonly action: AuditAction;
  readonly employeeId: string | null;
  /** The id of what was written. */
  readonly target?: string;
  readonly ip: string;
  readonly at: Date;
}

/** Call it inside the transaction of the write. */
export const recordAudit = async (db: MerchantDb, row: AuditRow): Promise<void> => {
  await db
    .insertInto('audit', {
      action: row.action,
      employee_id: row.employeeId,
      target: row.target ?? '',
      ip: row.ip,
      at: row.at,
    })
    .execute();
};
