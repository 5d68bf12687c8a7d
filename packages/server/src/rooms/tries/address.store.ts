import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/**
 * One failure more of an address; a window that began at `cutoff` or before is over, and a new one begins. One
 * statement, so that many at once, on many nodes, are all counted.
 */
export const countFailure = async (
  db: UnscopedDb,
  subject: Buffer,
  at: Date,
  cutoff: Date,
): Promise<{ failures: number; beganAt: Date }> => {
  const { rows } = await sql<{ failures: number; beganAt: Date }>`
    insert into address_failure as kept (subject, failures, began_at) values (${subject}, 1, ${at})
    on conflict (subject) do update set
      failures = case when kept.began_at <= ${cutoff} then 1 else kept.failures + 1 end,
      began_at = case when kept.began_at <= ${cutoff} then excluded.began_at else kept.began_at end
    returning failures, began_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a failure was not counted');
  return row;
};

export const uncountFailure = async (db: UnscopedDb, subject: Buffer): Promise<void> => {
  await db
    .updateTable('addressFailure')
    .set(eb => ({ failures: eb.fn<number>('greatest', [eb('failures', '-', 1), sql.lit(0)]) }))
    .where('subject', '=', subject)
    .execute();
};
