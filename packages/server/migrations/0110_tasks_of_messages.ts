import { type Kysely, sql } from 'kysely';

/** The task that a message is about, and leads to: '' where it is about several, none where it is about none. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table bell_event add column task_id bigint`.execute(db);
  await sql`alter table push_message add column task text`.execute(db);
};
