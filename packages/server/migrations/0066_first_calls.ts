import { type Kysely, sql } from 'kysely';

/** A task that was started for a few calls, after which it pauses to be looked at; null: it goes on. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table task add column first_calls int check (first_calls > 0)`.execute(db);
};
