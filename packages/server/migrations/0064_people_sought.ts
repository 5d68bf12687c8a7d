import { type Kysely, sql } from 'kysely';

/** Calls are found by how a name begins and by the last four figures of a number. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`create index call_name on call (merchant_id, callee_name text_pattern_ops) where callee_name <> ''`.execute(
    db,
  );
  await sql`create index call_last_figures on call (merchant_id, right(phone, 4))`.execute(db);
};
