import { type Kysely, sql } from 'kysely';

/** Rules after a call (docs/after-call.md): of a task or of the merchant, every version of them kept; and what they did, on the call. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table after_call_rules (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      -- Null: for all calls of the merchant.
      task_id bigint,
      version int not null,
      rules jsonb not null,
      saved_by bigint not null,
      saved_at timestamptz not null default now(),
      primary key (merchant_id, id),
      unique nulls not distinct (merchant_id, task_id, version),
      foreign key (merchant_id, task_id) references task,
      foreign key (merchant_id, saved_by) references employee
    )`.execute(db);
  await sql`create index after_call_rules_saved_by on after_call_rules (merchant_id, saved_by)`.execute(db);
  await sql`alter table call add column after_call jsonb`.execute(db);
};
