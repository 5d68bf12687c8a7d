import { type Kysely, sql } from 'kysely';

/**
 * Settings of a task that are kept to make tasks from: a template, or a series, which makes one of them by itself on its
 * days (decision 83). A series' list, where it has one, stands with it; a day has one run, whoever makes it and however often.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table task
      add column is_template boolean not null default false,
      add column series_id bigint,
      add column series_day date,
      add foreign key (merchant_id, series_id) references task (merchant_id, id),
      add check ((series_id is null) = (series_day is null))`.execute(db);
  await sql`
    create unique index task_of_series on task (merchant_id, series_id, series_day) where series_id is not null`.execute(
    db,
  );
  await sql`
    create table task_series (
      merchant_id bigint not null,
      task_id bigint not null,
      -- Whom a run calls: those nobody reached in the run before, or who came onto the list since.
      people text not null check (people in ('unreached', 'list')),
      -- Monday is 0.
      weekdays smallint[] not null,
      -- Of the merchant's day.
      minute smallint not null check (minute between 0 and 1439),
      ends_on date,
      state text not null default 'on' check (state in ('on', 'paused', 'ended')),
      -- Why it paused by itself, or its last day had no run: a key of the contract's seriesBecauses.
      because text not null default '',
      -- The task whose people are called next.
      last_task_id bigint,
      looked_on date,
      primary key (merchant_id, task_id),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade,
      foreign key (merchant_id, last_task_id) references task (merchant_id, id)
    )`.execute(db);
  await sql`create index task_series_last on task_series (merchant_id, last_task_id)`.execute(db);
  await sql`create index task_series_on on task_series (merchant_id) where state = 'on'`.execute(db);
};
