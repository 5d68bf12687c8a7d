import { type Kysely, sql } from 'kysely';

/** In which of their windows somebody has a person before them (decision 63): each window has its own, and lets go of that alone. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table follow_up add column taken_in text not null default ''`.execute(db);
};
