import { type Kysely, sql } from 'kysely';

/** Whether a line's carrier ever asked for its password with a qop: it is not answered without one after that. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table line add column qop_seen boolean not null default false`.execute(db);
};
