import { type Kysely, sql } from 'kysely';

/** Numbers abroad: how a line dials them, and their lane. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table line add column abroad text not null default 'none' check (abroad in ('none', 'plus', '00'))`.execute(
    db,
  );
  await sql`
    alter table callee drop constraint callee_lane_check,
      add constraint callee_lane_check check (lane in (0, 1, 2, 3)) not valid`.execute(db);
  await sql`alter table callee validate constraint callee_lane_check`.execute(db);
};
