import { type Kysely, sql } from 'kysely';

/** A saved view that the department of who saved it has as well, and whoever is below it (decision 115). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table table_view add column is_shared boolean not null default false`.execute(db);
  await sql`create index table_view_shared on table_view (merchant_id, table_name, id) where is_shared`.execute(db);
};
