import type { UnscopedDb } from '../../platform/db/index.ts';
import { addJob } from '../../platform/jobs.ts';

/** Carried out by who holds the numbers (room `task-numbers`). */
export const LOOK_AGAIN_JOB = 'lookAgain';

/**
 * Numbers that rules put off are asked of again, of one merchant or of all: who may be called by what holds now is not to
 * wait for the hour that another rule named. In the transaction of the change.
 */
export const lookAgain = (tx: UnscopedDb, merchantId: string | null): Promise<void> =>
  addJob(tx, LOOK_AGAIN_JOB, merchantId === null ? {} : { merchantId }, `${LOOK_AGAIN_JOB} ${merchantId ?? 'all'}`);
