import { limits } from '@lianxian/contract';
import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { later } from '../../platform/time.ts';

/** What a try found: counted, with the lock it brings when it is wrong too; or not made, for it is locked so long. */
type Counted = { readonly counted: true; readonly locks: boolean } | { readonly counted: false; readonly until: Date };

/**
 * Counts a try before it is made, in one statement: of many at once, in any number of processes, no more than the limit
 * get through. The last one counted locks for a quarter of an hour; a quarter of an hour of peace forgets, and after a
 * lock the count begins anew.
 */
export const countTry = async (db: UnscopedDb, subject: Buffer, at: Date): Promise<Counted> => {
  const [forgotten, until] = [later(at, -limits.loginLockMs), later(at, limits.loginLockMs)];
  const more = sql`kept.locked_until is null and kept.last_at > ${forgotten}`;
  const { rows } = await sql<{ lockedUntil: Date | null }>`
    insert into login_failure as kept (subject, failures, locked_until, last_at) values (${subject}, 1, null, ${at})
    on conflict (subject) do update set
      failures = case when ${more} then kept.failures + 1 else 1 end,
      locked_until = case when ${more} and kept.failures + 1 >= ${limits.loginFailures} then ${until}::timestamptz end,
      last_at = ${at}
      where kept.locked_until is null or kept.locked_until <= ${at}
    returning locked_until`.execute(db);
  const [row] = rows;
  if (row !== undefined) return { counted: true, locks: row.lockedUntil !== null };
  const kept = await db
    .selectFrom('loginFailure')
    .select('lockedUntil')
    .where('subject', '=', subject)
    .executeTakeFirst();
  // Forgotten in between: whoever was right opened it again.
  return { counted: false, until: kept?.lockedUntil ?? later(at, 1) };
};

/** It was no try after all. */
export const uncountTry = async (db: UnscopedDb, subject: Buffer): Promise<void> => {
  await db
    .updateTable('loginFailure')
    .set(eb => ({ failures: eb.fn<number>('greatest', [eb('failures', '-', 1), sql.lit(0)]), lockedUntil: null }))
    .where('subject', '=', subject)
    .execute();
};

export const forgetTries = async (db: UnscopedDb, subject: Buffer): Promise<void> => {
  await db.deleteFrom('loginFailure').where('subject', '=', subject).execute();
};
