import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';

/**
 * Ids of calls that may live are not below this one: the parts of long ago need not be opened to count what lives (decision
 * 77). A call lasts hours; one that stands still for longer is an orphan, and whoever takes those looks everywhere.
 */
export const LIVE_IDS = sql<string>`ids_since('31 days')`;

/** Makes the parts of the months to come, by the database's clock or for this time; nothing in a database of before there were any. */
export const keepMonths = async (db: Pool | ClientBase, at: string | null = null): Promise<void> => {
  const { rows } = await db.query<{ has: boolean }>(
    `select to_regprocedure('keep_months(timestamptz)') is not null as has`,
  );
  if (rows[0]?.has === true) await db.query('select keep_months(coalesce($1::timestamptz, now()))', [at]);
};
