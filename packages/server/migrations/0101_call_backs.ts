import { type Kysely, sql } from 'kysely';

/**
 * Calls that were promised for a time (decision 88), and what people have to do (decision 89): a promise that may not be kept is
 * one of these. A to-do names calls and numbers of a list by no foreign key: it outlives both.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table callee
      -- Its next call was promised for the time it is due.
      add column is_appointed boolean not null default false,
      -- The outcome whose rule brought it back; null: none did.
      add column retry_of text,
      -- The port and the number of its last call: its next tries keep them.
      add column port_id bigint,
      add column caller text`.execute(db);
  await sql`
    create index callee_appointed on callee (merchant_id, task_id, lane, due_at, id) where state = 'retry' and is_appointed`.execute(
    db,
  );
  await sql`
    create table todo (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      kind text not null check (kind = any (array['callBack'])),
      -- promised: a machine does it when it is due.
      state text not null check (state in ('promised', 'open', 'done')),
      due_at timestamptz not null,
      -- Whose it is, for who sees what; null: nobody's.
      owner_id bigint,
      phone text not null,
      name text not null default '',
      task_id bigint,
      callee_id bigint,
      -- The call that it comes from; null: none.
      call_id bigint,
      -- Null: the callee said so in that call.
      made_by bigint,
      -- Why no machine does it, or did not: a key of core's todoBecauses.
      because text not null default '',
      note text not null default '',
      -- The call that did it, or the person who says so.
      done_call_id bigint,
      done_by bigint,
      done_at timestamptz,
      made_at timestamptz not null default now(),
      primary key (merchant_id, id),
      foreign key (merchant_id, owner_id) references employee (merchant_id, id),
      foreign key (merchant_id, task_id) references task (merchant_id, id),
      foreign key (merchant_id, made_by) references employee (merchant_id, id),
      foreign key (merchant_id, done_by) references employee (merchant_id, id),
      check ((state = 'done') = (done_at is not null)),
      check (state <> 'promised' or (task_id is not null and callee_id is not null))
    )`.execute(db);
  await sql`
    create function minute_of_day(at timestamptz, zone text) returns int language sql stable parallel safe
      return (extract(hour from at at time zone zone) * 60 + extract(minute from at at time zone zone))::int`.execute(
    db,
  );
  await sql`create index todo_listed on todo (merchant_id, state, due_at, id)`.execute(db);
  await sql`create index todo_owner on todo (merchant_id, owner_id, state, due_at, id)`.execute(db);
  await sql`create index todo_call on todo (merchant_id, call_id) where call_id is not null`.execute(db);
  await sql`create index todo_made_by on todo (merchant_id, made_by) where made_by is not null`.execute(db);
  await sql`create index todo_done_by on todo (merchant_id, done_by) where done_by is not null`.execute(db);
  // A number is promised one call at a time, and what a callee said in one call is kept once.
  await sql`
    create unique index todo_promised on todo (merchant_id, task_id, callee_id) where state = 'promised'`.execute(db);
  await sql`create unique index todo_said on todo (merchant_id, kind, call_id) where made_by is null`.execute(db);
  await sql`create index todo_due on todo (due_at) where state = 'promised'`.execute(db);
};
