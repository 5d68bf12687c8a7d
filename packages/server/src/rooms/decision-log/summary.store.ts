import { decisionCode, putOffBecauses } from '@lianxian/core';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

interface TaskKey {
  readonly merchantId: string;
  readonly taskId: string;
}

/** How the numbers on the list stand, each counted once: settled, or put off until an hour that has not come, by why. */
export const standings = async (
  db: UnscopedDb,
  { merchantId, taskId }: TaskKey,
): Promise<readonly { readonly because: string; readonly numbers: number }[]> => {
  const { rows } = await sql<{ because: string; numbers: number }>`
    select case when state = 'settled' or (due_at > now() and because = any(${[...putOffBecauses]}::text[])) then because
      else state end as because, count(*)::int as numbers from callee
    where merchant_id = ${merchantId} and task_id = ${taskId} group by 1 order by 2 desc, 1`.execute(db);
  return rows;
};

/** Rows of its imports that were not taken, by the code of why. */
export const refusals = async (
  db: UnscopedDb,
  { merchantId, taskId }: TaskKey,
): Promise<readonly { readonly because: number; readonly rows: number }[]> => {
  const { rows } = await sql<{ because: number; rows: number }>`
    select because, count(*)::int as rows from decision
    where merchant_id = ${merchantId} and task_id = ${taskId} and kind = ${decisionCode.kind('refused')}
    group by because order by 2 desc, 1`.execute(db);
  return rows;
};
