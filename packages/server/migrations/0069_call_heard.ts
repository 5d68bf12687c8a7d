import { type Kysely, sql } from 'kysely';

/** Whether anything listened to what the callee said: a recogniser, or the practice line's text; null: of an earlier release. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table call add column heard boolean`.execute(db);
};
