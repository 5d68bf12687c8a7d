import { putOffBecauses } from '@lianxian/core';
import { sql } from 'kysely';
import { inTransaction, lockPacing, type UnscopedDb } from '../../platform/db/index.ts';
import { consents } from '../consents/index.ts';

const ROWS_AT_ONCE = 2_000;
const mayCallAgain = sql`t.state in ('running', 'waiting', 'paused') and t.removed_at is null`;

export const merchantsThatWait = async (db: UnscopedDb): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select distinct t.merchant_id::text as id from task t where ${mayCallAgain}`.execute(db);
  return rows.map(({ id }) => id);
};

/** An instant of the database before which every number was put off by older rules: no look that read them is under way. */
export const begun = (db: UnscopedDb, merchantId: string): Promise<Date> =>
  inTransaction(db, async tx => {
    await lockPacing(tx, merchantId);
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx);
    return rows[0]!.at;
  });

/** Some numbers that were put off before that instant are due now; how many. Who still lacks a consent waits on. */
export const lookAgainAtSome = async (tx: UnscopedDb, merchantId: string, since: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    update callee set due_at = now(), changed_at = now() from (
      select put_off.task_id, put_off.id from task t join merchant m on m.id = t.merchant_id
      cross join lateral (
        select c.task_id, c.id from callee c
        where c.merchant_id = ${merchantId} and c.task_id = t.id and c.state = 'retry' and c.due_at > now()
          and c.changed_at < ${since} and c.because = any(${[...putOffBecauses]}::text[])
          and (c.because <> 'noConsent' or ${consents('m', sql`c.phone`)})
        limit ${ROWS_AT_ONCE}) put_off
      where t.merchant_id = ${merchantId} and ${mayCallAgain} limit ${ROWS_AT_ONCE}) asked
    where callee.merchant_id = ${merchantId} and callee.task_id = asked.task_id and callee.id = asked.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
};
