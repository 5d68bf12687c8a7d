import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { jobAdded } from '../../platform/jobs.ts';

/** What will come of a task is told in the background, and kept (room `what-if`). */
export const FORETELL_JOB = 'task.foretell';

/** Has it told once this commits; what still waits to be told of the task is told once. */
export const askForetold = async (tx: MerchantDb, task: string): Promise<void> => {
  const { merchantId } = tx;
  const job = jobAdded(FORETELL_JOB, {
    payload: sql`${JSON.stringify({ merchantId, task })}::json`,
    key: sql`${`${FORETELL_JOB} ${task}`}::text`,
    queue: sql`${`told of ${merchantId}`}::text`,
  });
  await tx.selectFrom('task').select(job.as('job')).where('task.id', '=', task).execute();
};
