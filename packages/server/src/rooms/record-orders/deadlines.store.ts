import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

interface Due {
  readonly id: string;
  readonly merchantId: string;
  readonly deadline: string;
  readonly createdBy: string;
  readonly offeredTo: string;
  readonly takenBy: string | null;
  readonly isLate: boolean;
}

/** Orders that are due within a day, or were, and of which nobody was told yet; each is answered once in each way. */
export const takeDue = async (tx: UnscopedDb, limit: number): Promise<readonly Due[]> => {
  const { rows } = await sql<Due>`
    update record_order o set near_told_at = coalesce(o.near_told_at, now()),
      late_told_at = case when o.due_at <= now() then now() end
    from (select merchant_id, id from record_order
      where state in ('open', 'recording', 'review', 'rework') and late_told_at is null
        and (due_at <= now() or (near_told_at is null and due_at <= now() + interval '1 day'))
      order by merchant_id, id limit ${limit} for update skip locked) due
    where o.merchant_id = due.merchant_id and o.id = due.id
    returning o.merchant_id, o.id, o.deadline::text as deadline, o.created_by, o.offered_to, o.taken_by,
      o.late_told_at is not null as is_late`.execute(tx);
  return rows;
};
