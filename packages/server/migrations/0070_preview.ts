import { type Kysely, sql } from 'kysely';

/** A session with an employee's eyes names the session of who looks: it lives no longer than that one (decision 67). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table session
      add column previewer_hash bytea references session (token_hash) on delete cascade`.execute(db);
  await sql`create index session_previewer on session (previewer_hash)`.execute(db);
};
