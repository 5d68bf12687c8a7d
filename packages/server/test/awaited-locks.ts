import type { Pool } from 'pg';

/** How many statements wait for a lock in this database; others of the same server wait for locks of their own. */
export const awaitedLocks = async (pool: Pool): Promise<number> => {
  const waits = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return waits.rowCount ?? 0;
};
