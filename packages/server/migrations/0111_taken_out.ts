import { type Kysely, sql } from 'kysely';

/**
 * Many numbers that left the list of a task at once, as they stood on it: for a day they can be put back (docs/tasks.md#taken-off-the-list).
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table take_out (
      merchant_id bigint not null,
      -- The batch task that took them off.
      id bigint not null,
      task_id bigint not null,
      by_employee bigint not null,
      at timestamptz not null default now(),
      -- The batch task that puts them back; null: nobody asked for it.
      back_batch bigint,
      primary key (merchant_id, id),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade
    );
    create index take_out_task on take_out (merchant_id, task_id, id desc);
    create index take_out_at on take_out (at);
    create table taken_number (
      merchant_id bigint not null,
      take_out_id bigint not null,
      callee_id bigint not null,
      -- Its row of the list, and all numbers of who has several.
      was jsonb not null,
      numbers jsonb not null,
      primary key (merchant_id, take_out_id, callee_id),
      foreign key (merchant_id, take_out_id) references take_out (merchant_id, id) on delete cascade
    );
  `.execute(db);
};
