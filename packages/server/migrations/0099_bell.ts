import { type Kysely, sql } from 'kysely';

/**
 * What people are told of by the bell (docs/after-call.md#the-bell): written in the transaction of what happened, and
 * gathered, so that many of one kind are one line.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table bell_event (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      kind text not null,
      -- What it is about: those of one kind about one thing are told together.
      about text not null default '',
      -- The call that a message leads to.
      call_id bigint,
      -- Whose the row is that it tells of; null: nobody's.
      owner_id bigint,
      -- Told to these alone; null: to whom it concerns.
      people bigint[],
      -- What its sentence is filled with.
      facts jsonb not null default '{}',
      at timestamptz not null default now(),
      primary key (merchant_id, id)
    )`.execute(db);
  await sql`create index bell_event_order on bell_event (id)`.execute(db);
  await sql`
    create table bell_rung (
      merchant_id bigint not null references merchant,
      kind text not null,
      about text not null,
      rung_at timestamptz not null,
      primary key (merchant_id, kind, about)
    )`.execute(db);
  await sql`
    create table bell_choice (
      merchant_id bigint not null,
      employee_id bigint not null,
      off text[] not null,
      primary key (merchant_id, employee_id),
      foreign key (merchant_id, employee_id) references employee on delete cascade
    )`.execute(db);
  await sql`alter table merchant_settings add column bell_levels text[] not null default '{A}'`.execute(db);
};
