import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';

/** Calls whose words enter the index in one transaction: some tenths of a second of work. */
const PORTION = 500;

/** The words of a portion of calls enter the index (decision 84); how many calls. */
const indexPortion = async (db: UnscopedDb): Promise<number> => {
  const { rows } = await sql<{ callId: string }>`
    select call_id from call_transcript where not sought limit ${PORTION}`.execute(db);
  if (rows.length === 0) return 0;
  // Ids as values: months that have none of them are not looked into.
  await sql`
    update call_transcript set sought = true
    where call_id = any(${rows.map(({ callId }) => callId)}::bigint[]) and not sought`.execute(db);
  return rows.length;
};

/** The job `indexSaid`; it may run as often as it likes, and goes on where it was ended. */
export const indexSaidJob = (db: UnscopedDb): Jobs => ({
  indexSaid: async (_, signal) => {
    while ((await indexPortion(db)) === PORTION && !signal.aborted);
  },
});
