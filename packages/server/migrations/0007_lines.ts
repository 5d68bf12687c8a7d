import { type Kysely, sql } from 'kysely';

/**
 * Lines as carriers know them (docs/lines.md): how one reaches them, what number calls, how the dialled number is
 * written, when they may be used, how they are; inbound numbers; what was seen on the wire of a call.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table line
      -- We call an address; we register there first; the gateway registers with us.
      add column access text not null default 'address' check (access in ('address', 'register', 'gateway')),
      add column transport text not null default 'udp' check (transport in ('udp', 'tcp', 'tls')),
      add column tls_check text not null default 'ca' check (tls_check in ('ca', 'any')),
      add column srtp boolean not null default false,
      -- Of To and From; empty: the address.
      add column domain text not null default '',
      add column codecs text not null default 'PCMA,PCMU'
        check (codecs in ('PCMA,PCMU', 'PCMU,PCMA', 'PCMA', 'PCMU')),
      add column keys_by text not null default 'auto' check (keys_by in ('auto', 'inband', 'info')),
      -- core's Rewriting: how the dialled number is written for this line.
      add column rewriting jsonb not null default '{}',
      -- Which of its numbers calls: core's CallerPick.
      add column pick text not null default 'fixed'
        check (pick in ('fixed', 'inTurn', 'random', 'sameCity', 'sameProvince')),
      -- Monday to Sunday as in task.windows; null: always.
      add column windows jsonb,
      -- After the answer a prompt waits for the far end's first packet, at most so long.
      add column greeting_delay_ms int not null default 500 check (greeting_delay_ms between 0 and 5000),
      -- Since when it is at its address: who comes to a carrier later claims no number of who was there before.
      add column moved_at timestamptz not null default now(),
      -- Switched off by its owner: nothing is dialled over it.
      add column enabled boolean not null default true;
    -- A registrar account is one word in the whole house.
    create unique index line_gateway_account on line (username) where access = 'gateway' and removed_at is null;

    create table line_number (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      line_id bigint not null,
      number text not null,
      -- Of its prefix; written with it.
      province text not null default '',
      city text not null default '',
      -- Calls a day of the merchant's zone; 0: no cap.
      daily_cap int not null default 0 check (daily_cap between 0 and 100000),
      enabled boolean not null default true,
      -- Who calls this number talks to this plan.
      plan_id bigint,
      used_on date,
      used int not null default 0,
      -- In turn: the one that called longest ago is next.
      last_used_at timestamptz not null default '-infinity',
      -- Of two merchants at one carrier who write the same number down, the first is called by it.
      claimed_at timestamptz not null default now(),
      removed_at timestamptz,
      primary key (merchant_id, id),
      foreign key (merchant_id, line_id) references line (merchant_id, id),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id)
    );
    create unique index line_number_once on line_number (merchant_id, line_id, number) where removed_at is null;
    -- Whose number was called.
    create index line_number_called on line_number (number) where removed_at is null and plan_id is not null;
    insert into line_number (merchant_id, line_id, number, province, city)
      select merchant_id, id, caller_number, coalesce(segment.province, ''), coalesce(segment.city, '')
      from line left join lateral (
        select province, city from phone_segment
        where caller_number ~ '^(0\\d{9,11}|1\\d{10})$' and starts_with(caller_number, prefix)
        order by length(prefix) desc limit 1) segment on true
      where caller_number <> '' and removed_at is null;
    alter table line drop column caller_number;

    -- How a line is, by the node that looks after it (leased like a task).
    create table line_health (
      merchant_id bigint not null,
      line_id bigint not null,
      state text not null default 'unknown' check (state in ('unknown', 'up', 'congested', 'down')),
      -- A key of the contract's lineBecauses.
      because text not null default '',
      since timestamptz not null default now(),
      checked_at timestamptz,
      -- What OPTIONS or REGISTER was answered with, and how soon.
      code int,
      round_trip_ms int,
      registered_until timestamptz,
      -- Calls a second while congested; null: as many as the line may.
      slowed_to real,
      -- Calls are answered over it, OPTIONS are not: its calls alone tell how it is.
      ignores_options boolean not null default false,
      owner text,
      fence int not null default 0,
      leased_until timestamptz,
      primary key (merchant_id, line_id),
      foreign key (merchant_id, line_id) references line (merchant_id, id)
    );
    insert into line_health (merchant_id, line_id) select merchant_id, id from line where removed_at is null;

    -- Contacts of gateways that registered with us; a flow is known to its node alone.
    create table sip_binding (
      merchant_id bigint not null,
      line_id bigint not null,
      contact text not null,
      node text not null,
      flow text not null,
      source text not null,
      call_id text not null,
      sequence int not null,
      user_agent text not null default '',
      registered_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (merchant_id, line_id, contact),
      foreign key (merchant_id, line_id) references line (merchant_id, id)
    );

    -- A look at a line that somebody asked for: a row and a wake-up; calls does it.
    create table line_check (
      merchant_id bigint not null,
      id bigint generated always as identity,
      line_id bigint not null,
      kind text not null check (kind in ('probe', 'doctor')),
      state text not null default 'asked' check (state in ('asked', 'running', 'done')),
      asked_by bigint not null,
      asked_at timestamptz not null default now(),
      owner text,
      findings jsonb not null default '[]',
      finished_at timestamptz,
      primary key (merchant_id, id),
      foreign key (merchant_id, line_id) references line (merchant_id, id)
    );
    create index line_check_waits on line_check (asked_at) where state <> 'done';

    alter table call
      -- 'in': somebody called a number of a line; phone is theirs, caller_number is ours.
      add column direction text not null default 'out' check (direction in ('out', 'in')),
      -- What the carrier wrote beside its final answer.
      add column sip_reason text not null default '';
    -- What became of a line's calls; in the list's order (0005) as all that follow.
    create index call_by_line on call (merchant_id, line_id, listed_at desc, id desc);
    -- What the monitor calls the line's fault.
    create index call_line_failed on call (merchant_id, listed_at desc, id desc)
      where fault = 'carrier' or state = 'lineFault';
    -- Calls to us are no calls by hand.
    create index call_in on call (merchant_id, listed_at desc, id desc) where direction = 'in';
    drop index call_by_hand;
    create index call_by_hand on call (merchant_id, listed_at desc, id desc)
      where task_id is null and direction = 'out';

    -- SIP of calls by hand, of calls to us and of failed ones: a list of the contract's ladder messages.
    create table call_ladder (
      merchant_id bigint not null,
      call_id bigint not null,
      messages jsonb not null,
      primary key (merchant_id, call_id),
      foreign key (merchant_id, call_id) references call (merchant_id, id) on delete cascade
    );
  `.execute(db);
};
