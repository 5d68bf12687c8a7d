import { type Kysely, sql } from 'kysely';

/** A message of type 4 leads to the guide of the call-back that is due. It names it by no key: it outlives it. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table push_message add column todo_id bigint`.execute(db);
};
