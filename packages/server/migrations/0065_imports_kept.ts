import { type Kysely, sql } from 'kysely';

/**
 * Each import into a task stands with file, time and person, and may be taken back; its numbers know by which they came.
 * `id` is that of the batch task that reads it, which is gone the next day.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table task_import (
      merchant_id bigint not null,
      task_id bigint not null,
      id bigint not null,
      -- Of the file; '' for pasted numbers.
      name text not null,
      at timestamptz not null default now(),
      by_employee bigint not null,
      added int not null default 0,
      refused int not null default 0,
      taken_back_at timestamptz,
      taken_back_by bigint,
      -- The batch task that takes its numbers off the list, and what came of them.
      taken_back_batch bigint,
      back_done boolean not null default false,
      gone int not null default 0,
      stay int not null default 0,
      primary key (merchant_id, task_id, id),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade,
      foreign key (merchant_id, by_employee) references employee (merchant_id, id)
    )`.execute(db);
  await sql`alter table callee add column import_id bigint`.execute(db);
};
