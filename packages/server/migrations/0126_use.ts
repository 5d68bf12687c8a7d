import { type Kysely, sql } from 'kysely';

/**
 * What calls use of recognisers, voices and models is kept with them, and has prices (docs/tasks.md#use, decision 98). A
 * price is never changed: the last row counts.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    -- Yuan: a minute, 1,000 characters, 1,000 tokens, a part of a text message. What all pay that have no price of their own.
    create table platform_use_price (
      id bigint generated always as identity primary key,
      recognition numeric(8, 4) not null check (recognition >= 0),
      synthesis numeric(8, 4) not null check (synthesis >= 0),
      model numeric(8, 4) not null check (model >= 0),
      message numeric(8, 4) not null check (message >= 0),
      -- Where the platform's own services are.
      hosts text[] not null default '{}',
      made_by bigint,
      made_at timestamptz not null default now()
    );
    insert into platform_use_price (recognition, synthesis, model, message) values (0, 0, 0, 0);
    create table use_price (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      -- It pays what all pay again.
      as_all boolean not null,
      recognition numeric(8, 4) not null check (recognition >= 0),
      synthesis numeric(8, 4) not null check (synthesis >= 0),
      model numeric(8, 4) not null check (model >= 0),
      message numeric(8, 4) not null check (message >= 0),
      made_by bigint,
      made_at timestamptz not null default now(),
      primary key (merchant_id, id)
    );

    -- What it was placed with (null: its use costs nothing), and what it used.
    alter table call add column use_rates jsonb, add column uses jsonb;
  `.execute(db);
};
