import { type Kysely, sql } from 'kysely';

/**
 * Calls of a number over all merchants (decision 96), while the platform's caps hold over them together: when, under a key that
 * only the house can make of the phone, and nothing of who called.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table number_called (
      key text not null collate "C",
      -- placed_at of the call.
      at timestamptz not null,
      -- What was never dialled is taken back.
      calls smallint not null check (calls >= 0),
      primary key (key, at)
    )`.execute(db);
  await sql`create index number_called_at on number_called (at)`.execute(db);
};
