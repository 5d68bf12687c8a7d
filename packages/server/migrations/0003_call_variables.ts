import { type Kysely, sql } from 'kysely';

/** What a callee's sentences are filled with: names of the plan's variables to texts, given when the call is placed. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table call add column variables jsonb not null default '{}'`.execute(db);
};
