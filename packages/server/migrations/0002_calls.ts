import { type Kysely, sql } from 'kysely';

/**
 * Calls: one row from the wish to the filed record (docs/calls.md#stages). `stage` is where it stands: placed (waiting to
 * be claimed) → dialling (claimed and committed: the INVITE may have left) → talking (answered, `dialog` holds what a BYE
 * needs) → ended. A live row is leased: `owner` (node), `fence` (counts claims, so that a late write of an old owner
 * changes nothing) and `leased_until`. Newest first is the primary key read backwards.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table call (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      plan_id bigint not null,
      plan_version int not null,
      plan_name text not null,
      line_id bigint not null,
      line_name text not null,
      practice boolean not null default false,
      phone text not null,
      caller_number text not null default '',
      placed_by bigint,
      placed_at timestamptz not null default now(),

      stage text not null default 'placed' check (stage in ('placed', 'dialling', 'talking', 'ended')),
      owner text,
      fence int not null default 0,
      leased_until timestamptz,
      hang_up_wanted_at timestamptz,
      -- Below the recordings folder, without extension.
      file text,
      dialog jsonb,

      dialled_at timestamptz,
      answered_at timestamptz,
      ended_at timestamptz,
      state text check (state in ('answered', 'voicemail', 'fax', 'noAnswer', 'busy', 'rejected', 'poweredOff', 'outOfService',
        'unreachable', 'emptyNumber', 'numberChanged', 'lineFault', 'limited', 'cancelled', 'blacklisted', 'abandoned', 'interrupted')),
      fault text check (fault in ('nobody', 'callee', 'carrier', 'us', 'unknown')),
      may_retry boolean,
      because text,
      sip_code int,
      hung_up_by text check (hung_up_by in ('callee', 'robot', 'user', 'platform', 'nobody')),
      level text check (level in ('A', 'B', 'C', 'D', 'E', 'F')),
      level_rule text,
      last_node text,
      ring_ms int,
      talk_ms int not null default 0 check (talk_ms >= 0),
      cost numeric(14, 4) not null default 0,
      media jsonb,

      primary key (merchant_id, id),
      foreign key (merchant_id, plan_id, plan_version) references plan_version (merchant_id, plan_id, version),
      foreign key (merchant_id, line_id) references line (merchant_id, id),
      foreign key (merchant_id, placed_by) references employee (merchant_id, id),
      check ((stage = 'ended') = (state is not null)),
      check ((stage in ('dialling', 'talking')) = (owner is not null))
    );
    create index call_waiting on call (id) where stage = 'placed';
    create index call_owned on call (owner) where stage in ('dialling', 'talking');

    create table call_transcript (
      merchant_id bigint not null,
      call_id bigint not null,
      lines jsonb not null,
      path jsonb not null,
      answers jsonb not null,
      primary key (merchant_id, call_id),
      foreign key (merchant_id, call_id) references call (merchant_id, id) on delete cascade
    );

    create table call_recording (
      merchant_id bigint not null,
      call_id bigint not null,
      file_id bigint not null,
      duration_ms int not null,
      bytes bigint not null,
      -- Loudness of 20 ms steps folded to at most 2,000 columns a channel; made by a job.
      peaks jsonb,
      primary key (merchant_id, call_id),
      foreign key (merchant_id, call_id) references call (merchant_id, id) on delete cascade,
      foreign key (merchant_id, file_id) references file (merchant_id, id)
    );

    -- Calls processes that live, or lived: whose heartbeat stopped, its calls are settled by another.
    create table calls_node (
      id text primary key,
      address text not null,
      workers int not null default 0,
      calls int not null default 0,
      draining boolean not null default false,
      started_at timestamptz not null default now(),
      heartbeat_at timestamptz not null default now()
    );
  `.execute(db);
};
