import { type Kysely, sql } from 'kysely';

/**
 * What our line refuses is not the number's doing (decision 55): of a line is kept how its calls come out, so that one that
 * refuses everybody rests and a fault that meets one number alone is told apart. A task says whether such a fault ends its
 * number.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table line_health
      -- Calls in a row that the line refused; when it last carried one.
      add column faults int not null default 0,
      add column carried_at timestamptz,
      -- Rests in a row, each longer than the one before, and the end of the last.
      add column rests int not null default 0,
      add column rests_until timestamptz`.execute(db);
  await sql`alter table task add column fault_alone_ends boolean not null default true`.execute(db);
};
