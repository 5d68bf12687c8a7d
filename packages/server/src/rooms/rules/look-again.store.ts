import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { addJob, jobAdded } from '../../platform/jobs.ts';

/** Carried out by who holds the numbers (room `task-numbers`). */
export const LOOK_AGAIN_JOB = 'lookAgain';

const keyOf = (merchantId: string | null): string => `${LOOK_AGAIN_JOB} ${merchantId ?? 'all'}`;

/**
 * Numbers that rules put off are asked of again, of one merchant or of all: who may be called by what holds now is not to
 * wait for the hour that another rule named. In the transaction of the change.
 */
export const lookAgain = (tx: UnscopedDb, merchantId: string | null): Promise<void> =>
  addJob(tx, LOOK_AGAIN_JOB, merchantId === null ? {} : { merchantId }, keyOf(merchantId));

/** The same where a task of the merchant has other rules of its own; in the transaction of that change. */
export const lookAgainAfter = async (tx: MerchantDb, task: string): Promise<void> => {
  const { merchantId } = tx;
  const job = jobAdded(LOOK_AGAIN_JOB, {
    payload: sql`${JSON.stringify({ merchantId })}::json`,
    key: sql`${keyOf(merchantId)}::text`,
  });
  await tx.selectFrom('task').select(job.as('job')).where('task.id', '=', task).execute();
};
