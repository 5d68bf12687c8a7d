import { type Kysely, sql } from 'kysely';

/** Caps of a task's own, beneath those of its merchant; null: none. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table task add column caps jsonb check (jsonb_typeof(caps) = 'object')`.execute(db);
};
