import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { jobAdded } from '../../platform/jobs.ts';

/** A task goes at once, its numbers little by little: a million rows are no work for a page. */
export const PURGE_JOB = 'task.purge';
const ROWS_AT_ONCE = 5_000;

interface PurgeOrder {
  readonly merchantId: string;
  readonly task: string;
}

/** Marks a task as removed; its numbers go if and only if this commits. */
export const removeWithNumbers = async (tx: MerchantDb, task: string): Promise<void> => {
  const order: PurgeOrder = { merchantId: tx.merchantId, task };
  const job = jobAdded(PURGE_JOB, {
    payload: sql`${JSON.stringify(order)}::json`,
    key: sql`${`${PURGE_JOB} ${task}`}::text`,
    queue: sql`${`purges of ${tx.merchantId}`}::text`,
  });
  await tx
    .updateTable('task')
    .set({ removedAt: sql<Date>`now()` })
    .where('task.id', '=', task)
    .returning(job.as('job'))
    .execute();
};

/** Removes some numbers of a removed task and counts them off; how many. */
export const purgeSome = async (db: UnscopedDb, { merchantId, task }: PurgeOrder): Promise<number> => {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from callee where merchant_id = ${merchantId} and task_id = ${task} and id in (
        select c.id from callee c join task t on t.merchant_id = c.merchant_id and t.id = c.task_id
        where c.merchant_id = ${merchantId} and c.task_id = ${task} and c.state <> 'calling' and t.removed_at is not null
        order by c.id limit ${ROWS_AT_ONCE})
      returning state),
    counted as (
      select count(*)::int as gone, count(*) filter (where state = 'fresh')::int as fresh,
        count(*) filter (where state = 'retry')::int as retrying, count(*) filter (where state = 'settled')::int as settled
      from gone)
    update task_count n set total = n.total - c.gone, fresh = n.fresh - c.fresh, retrying = n.retrying - c.retrying,
      settled = n.settled - c.settled
    from counted c where n.merchant_id = ${merchantId} and n.task_id = ${task}
    returning c.gone`.execute(db);
  return rows[0]?.gone ?? 0;
};
