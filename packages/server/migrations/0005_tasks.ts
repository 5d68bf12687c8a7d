import { type Kysely, sql } from 'kysely';

/**
 * Tasks and their numbers. An attempt is a call with a callee: `call.task_id`, `callee_id`, `attempt`. A task is leased
 * like a call (`owner`, `fence`, `leased_until`) by the node that runs its pacing. `task_count` is kept in step with the
 * callees by every transaction that moves one, and the check holds it to that; `task_minute` folds endings by minute.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table task (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      plan_id bigint not null,
      plan_version int not null,
      plan_name text not null,
      concurrency int not null check (concurrency between 1 and 5000),
      ring_timeout_s int not null check (ring_timeout_s between 10 and 120),
      -- Monday to Sunday: lists of {from, to} in minutes of the day, the merchant's zone.
      windows jsonb not null,
      -- Call state to {times, afterMinutes}.
      retries jsonb not null,
      -- Numbers that were called within so many days are left out of an import; 0: none are.
      skip_recent_days int not null default 0 check (skip_recent_days between 0 and 90),
      state text not null default 'draft' check (state in ('draft', 'waiting', 'running', 'paused', 'finished', 'stopped')),
      -- Why it is in this state: a key of core's taskBecauses.
      because text not null default '',
      created_by bigint not null,
      created_at timestamptz not null default now(),
      started_by bigint,
      started_at timestamptz,
      ended_at timestamptz,
      removed_at timestamptz,
      owner text,
      fence int not null default 0,
      leased_until timestamptz,
      primary key (merchant_id, id),
      foreign key (merchant_id, plan_id, plan_version) references plan_version (merchant_id, plan_id, version),
      foreign key (merchant_id, created_by) references employee (merchant_id, id)
    );
    create index task_runs on task (id) where state in ('waiting', 'running', 'paused') and removed_at is null;

    create table task_port (
      merchant_id bigint not null,
      task_id bigint not null,
      port_id bigint not null,
      channels int not null check (channels between 1 and 5000),
      primary key (merchant_id, task_id, port_id),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade,
      foreign key (merchant_id, port_id) references port (merchant_id, id)
    );

    create table task_count (
      merchant_id bigint not null,
      task_id bigint not null,
      total int not null default 0,
      fresh int not null default 0 check (fresh >= 0),
      retrying int not null default 0 check (retrying >= 0),
      calling int not null default 0 check (calling >= 0),
      settled int not null default 0 check (settled >= 0),
      -- Attempts that somebody answered; counted by the end of each.
      answered int not null default 0,
      -- What limits the pace now: a key of core's pacingBecauses, written by the runner when it changes.
      pace_because text not null default '',
      primary key (merchant_id, task_id),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade,
      check (total = fresh + retrying + calling + settled)
    );

    create table task_minute (
      merchant_id bigint not null,
      task_id bigint not null,
      minute timestamptz not null,
      state text not null,
      -- '' where nobody answered.
      level text not null default '',
      calls int not null default 0,
      talk_ms bigint not null default 0,
      primary key (merchant_id, task_id, minute, state, level),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade
    );

    -- What happened to a task, for its board: a key and its values.
    create table task_event (
      merchant_id bigint not null,
      task_id bigint not null,
      id bigint generated always as identity,
      at timestamptz not null default now(),
      kind text not null,
      detail jsonb not null default '{}',
      by_employee bigint,
      primary key (merchant_id, task_id, id),
      foreign key (merchant_id, task_id) references task (merchant_id, id) on delete cascade
    );

    create table callee (
      merchant_id bigint not null,
      task_id bigint not null,
      id bigint generated always as identity,
      phone text not null,
      name text not null default '',
      variables jsonb not null default '{}',
      -- Which hours and lines are for it: a key of core's lanes.
      lane smallint not null default 0 check (lane in (0, 1, 2)),
      state text not null default 'fresh' check (state in ('fresh', 'calling', 'retry', 'settled')),
      -- Of a retry: not before.
      due_at timestamptz,
      attempts smallint not null default 0,
      -- Call state to how often it came.
      tried jsonb not null default '{}',
      last_state text,
      last_level text,
      last_call_id bigint,
      -- Why it is settled, or waits: a key of core's calleeBecauses.
      because text not null default '',
      changed_at timestamptz not null default now(),
      primary key (merchant_id, task_id, id),
      foreign key (merchant_id, task_id) references task (merchant_id, id),
      check ((state = 'retry') = (due_at is not null))
    );
    create unique index callee_phone on callee (merchant_id, task_id, phone);
    create index callee_fresh on callee (merchant_id, task_id, lane, id) where state = 'fresh';
    create index callee_retry on callee (merchant_id, task_id, lane, due_at, id) where state = 'retry';
    -- For the page of numbers; an import writes neither.
    create index callee_calling on callee (merchant_id, task_id, id) where state = 'calling';
    create index callee_outcome on callee (merchant_id, task_id, last_state, id) where last_state is not null;

    alter table call
      add column task_id bigint,
      add column callee_id bigint,
      add column attempt smallint,
      add column port_id bigint,
      add column callee_name text not null default '',
      add column ring_timeout_ms int not null default 60000,
      add column price_per_minute numeric(10, 4) not null default 0,
      add column reserved numeric(14, 4) not null default 0,
      add column turns int not null default 0,
      -- Where the list of calls has it: when it was placed, and once it is over, when that was, so that what just ended is
      -- the first row. At most an hour later than placed: a span of placed_at is a span of the list (LISTED_WITHIN).
      add column listed_at timestamptz not null generated always as (
        case when ended_at is null then placed_at else greatest(placed_at,
          least(ended_at, (placed_at at time zone 'UTC' + interval '1 hour') at time zone 'UTC')) end) stored,
      add constraint call_attempt check ((task_id is null) = (callee_id is null) and (task_id is null) = (attempt is null)),
      add foreign key (merchant_id, task_id) references task (merchant_id, id),
      add foreign key (merchant_id, port_id) references port (merchant_id, id);
    -- An attempt has one call, whatever crashes.
    create unique index call_of_attempt on call (merchant_id, task_id, callee_id, attempt) where task_id is not null;
    create index call_live on call (merchant_id, task_id, port_id) where stage <> 'ended';
    -- The list of calls is newest first by (listed_at, id), whatever it is narrowed to.
    create index call_listed on call (merchant_id, listed_at desc, id desc);
    create index call_task on call (merchant_id, task_id, listed_at desc, id desc) where task_id is not null;
    create index call_by_hand on call (merchant_id, listed_at desc, id desc) where task_id is null;
    create index call_phone on call (merchant_id, phone text_pattern_ops, listed_at desc, id desc);
    create index call_state on call (merchant_id, state, listed_at desc, id desc);
    create index call_level on call (merchant_id, level, listed_at desc, id desc) where level is not null;
    create index call_plan on call (merchant_id, plan_id, listed_at desc, id desc);
    create index call_talk on call (merchant_id, talk_ms) where talk_ms > 0;

    create table batch (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      -- Which job carries it out.
      kind text not null,
      title text not null,
      -- On the wire 0 import, 1 export, 2 delete.
      type smallint not null check (type in (0, 1, 2)),
      -- On the wire 0 running, 1 done, any other failed.
      state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
      remark text not null default '',
      file_id bigint,
      rows_done bigint not null default 0,
      rows_total bigint,
      input jsonb not null,
      -- Where the job goes on after a crash; written in the transaction of the work it counts.
      cursor jsonb not null default '{}',
      cancel_wanted_at timestamptz,
      -- Beginnings since the last progress: one that kills its process again and again is given up.
      tries smallint not null default 0,
      created_by bigint not null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      primary key (merchant_id, id),
      foreign key (merchant_id, created_by) references employee (merchant_id, id)
    );
    create index batch_mine on batch (merchant_id, created_by, id desc);
    create index batch_created on batch (created_at);

    alter table file
      add column bytes bigint,
      -- Whose it is alone: an upload, what a batch made. Without it everybody's who finds it.
      add column created_by bigint,
      -- Row and bytes go from then on: an upload that nobody used.
      add column purge_at timestamptz;
    create index file_purge on file (purge_at) where purge_at is not null;
    -- Calls that a node takes at most: pacing places no more than all living ones together.
    alter table calls_node add column capacity int not null default 0;
  `.execute(db);
};
