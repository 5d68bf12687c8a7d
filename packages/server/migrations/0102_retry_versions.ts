import { type Kysely, sql } from 'kysely';

/** What a task tries again, every version of it kept: the ledger of decisions names the version that said so. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table task add column retries_version int not null default 1`.execute(db);
  await sql`
    create table task_retries (
      merchant_id bigint not null,
      task_id bigint not null,
      version int not null,
      retries jsonb not null,
      -- Null: the house, of before versions were kept.
      saved_by bigint,
      saved_at timestamptz not null default now(),
      primary key (merchant_id, task_id, version),
      foreign key (merchant_id, task_id) references task on delete cascade,
      foreign key (merchant_id, saved_by) references employee
    )`.execute(db);
  await sql`create index task_retries_saved_by on task_retries (merchant_id, saved_by) where saved_by is not null`.execute(
    db,
  );
  await sql`
    insert into task_retries (merchant_id, task_id, version, retries) select merchant_id, id, 1, retries from task`.execute(
    db,
  );
};
