import { type Kysely, sql } from 'kysely';

/**
 * A task begins at an instant and ends with a day of its merchant's calendar; whom it leaves out of its imports beside
 * those called of late.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table task
      add column starts_at timestamptz,
      -- The last day on which it calls.
      add column ends_on date,
      add column skip_other_tasks boolean not null default false,
      -- Numbers that our own calls found empty or out of service within so many days are left out; 0: none are.
      add column skip_dead_days int not null default 0 check (skip_dead_days between 0 and 365)`.execute(db);
};
