import { type Kysely, sql } from 'kysely';

/** A call that is handed over to somebody outside has a second leg over the same line: its channel and its price. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table call
      -- Channels it takes of its line while it lives.
      add column legs smallint not null default 1 check (legs between 1 and 2),
      -- A minute of the second leg; null: none was ever dialled, and nothing is held for one.
      add column second_leg_price numeric(10, 4) check (second_leg_price >= 0);
  `.execute(db);
};
