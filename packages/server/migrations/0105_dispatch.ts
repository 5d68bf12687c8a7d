import { type Kysely, sql } from 'kysely';

/** What a task has of its merchant's channels beside others (decision 90): its weight, and channels that are its own. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table task
      add column weight smallint not null default 10 check (weight between 1 and 100),
      add column guaranteed int not null default 0 check (guaranteed between 0 and 5000)`.execute(db);
};
