import { type Kysely, sql } from 'kysely';

/**
 * What was told of a task when it was started, and when its settings were changed, kept so that the truth can stand beside it.
 * What had been called and paid by then is kept with it: what comes after is what was told.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table task_foretold (
      merchant_id bigint not null,
      task_id bigint not null,
      at timestamptz not null,
      -- That were to be called.
      numbers int not null,
      -- core's WhatIf.
      told jsonb not null,
      -- Calls of the task that had ended, those of them that were answered, and yuan that it had cost.
      calls int not null,
      answered int not null,
      spent numeric(14, 4) not null,
      primary key (merchant_id, task_id, at),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade
    )`.execute(db);
};
