import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** The words of so many calls enter the index (decision 84), in one transaction; how many calls. */
export const indexPortion = async (db: UnscopedDb, most: number): Promise<number> => {
  const { rows } = await sql<{ callId: string }>`
    select call_id from call_transcript where not sought limit ${most}`.execute(db);
  if (rows.length === 0) return 0;
  // Ids as values: months that have none of them are not looked into.
  await sql`
    update call_transcript set sought = true
    where call_id = any(${rows.map(({ callId }) => callId)}::bigint[]) and not sought`.execute(db);
  return rows.length;
};
