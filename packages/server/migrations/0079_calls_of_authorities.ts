import { type Kysely, sql } from 'kysely';

/** Calls that are marked (0076) are few among millions, and are listed by themselves; in the list's order (0005). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create index call_names_authority on call (merchant_id, listed_at desc, id desc) where names_authority`.execute(db);
};
