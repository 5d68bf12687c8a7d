import { type Kysely, sql } from 'kysely';

/**
 * Numbers of a task (decision 83). A person may have several: `callee.phone` is the one being tried, `place` says which it
 * is of `numbers`, and `callee_number` holds all of them, so that none is on one list twice. `rank` is where a number
 * stands in the order of its list, nothing where that is the order in which it came. A sheet's columns are remembered by
 * the shape of its titles.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table callee
      add column place smallint not null default 0,
      add column numbers smallint not null default 1,
      add column rank bytea not null default ''`.execute(db);
  await sql`drop index callee_fresh`.execute(db);
  await sql`
    create index callee_fresh on callee (merchant_id, task_id, lane, rank, id) where state = 'fresh'`.execute(db);
  await sql`
    create table callee_number (
      merchant_id bigint not null,
      task_id bigint not null,
      phone text not null,
      callee_id bigint not null,
      -- 0: the one that is tried first.
      place smallint not null,
      lane smallint not null,
      primary key (merchant_id, task_id, phone),
      foreign key (merchant_id, task_id, callee_id) references callee (merchant_id, task_id, id) on delete cascade
    )`.execute(db);
  await sql`
    create unique index callee_number_place on callee_number (merchant_id, task_id, callee_id, place)`.execute(db);
  await sql`
    create table sheet_shape (
      merchant_id bigint not null references merchant,
      -- Hash of its titles, folded.
      shape text not null,
      -- What each column was for; what is not among them was left unused.
      columns jsonb not null,
      used_at timestamptz not null default now(),
      by_employee bigint not null,
      primary key (merchant_id, shape),
      foreign key (merchant_id, by_employee) references employee (merchant_id, id)
    )`.execute(db);
  await sql`create index sheet_shape_used on sheet_shape (merchant_id, used_at)`.execute(db);
};
