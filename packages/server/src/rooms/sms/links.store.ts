import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** Where a short link leads, which somebody opened now; null: there is none. */
export const openLink = async (db: UnscopedDb, code: string): Promise<string | null> => {
  const { rows } = await sql<{ url: string }>`
    update sms_link set clicks = least(clicks + 1, 1000000), first_at = coalesce(first_at, now()), last_at = now()
    where code = ${code} returning url`.execute(db);
  return rows[0]?.url ?? null;
};
