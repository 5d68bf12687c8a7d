import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

const MOST_PLATFORMS = 10;

/** Those of the platform, who review. */
export const platformMerchants = async (db: UnscopedDb): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('merchant')
    .select('id')
    .where('kind', '=', 'platform')
    .orderBy('id')
    .limit(MOST_PLATFORMS)
    .execute();
  return rows.map(({ id }) => id);
};

/** Of this transaction: a plan is tested and packed in it, which on a busy machine takes longer than the database waits as a rule. */
export const allowThinking = async (tx: UnscopedDb): Promise<void> => {
  await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(tx);
};
