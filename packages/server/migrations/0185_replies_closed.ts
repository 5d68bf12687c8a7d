import { type Kysely, sql } from 'kysely';

/** Somebody says that an answer to a text message needs nothing more. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table sms_reply add column closed_at timestamptz, add column closed_by bigint`.execute(db);
};
