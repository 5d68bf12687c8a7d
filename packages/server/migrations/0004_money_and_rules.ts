import { type Kysely, sql } from 'kysely';

/**
 * What limits a call before it is dialled: channels, rate and price of a line, ports, the merchant's hours and caps, the
 * blacklist, the balance; and where a number lives. A call remembers the price it was placed at.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table line
      add column channels int not null default 10 check (channels between 1 and 5000),
      add column calls_per_second int not null default 5 check (calls_per_second between 1 and 200),
      add column price_per_minute numeric(10, 4) not null default 0 check (price_per_minute >= 0),
      -- The rate of a line over all nodes: the next call may leave from here on.
      add column paced_until timestamptz not null default '-infinity';
    update line set channels = 200, calls_per_second = 50 where practice;

    create table port (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      line_id bigint not null,
      name text not null,
      -- Empty: the line's own.
      caller_number text not null default '',
      channels int not null check (channels between 1 and 5000),
      created_at timestamptz not null default now(),
      removed_at timestamptz,
      primary key (merchant_id, id),
      foreign key (merchant_id, line_id) references line (merchant_id, id)
    );
    create index port_line on port (merchant_id, line_id) where removed_at is null;
    insert into port (merchant_id, line_id, name, channels)
      select merchant_id, id, case when practice then '练习网关' else name end, case when practice then 60 else channels end
      from line where removed_at is null;

    -- One row a merchant that changed them; without one the defaults of core's callingRules hold.
    create table calling_rules (
      merchant_id bigint primary key references merchant,
      legal_from_minute int not null check (legal_from_minute between 0 and 1439),
      legal_to_minute int not null check (legal_to_minute between 1 and 1440),
      calls_per_day int not null check (calls_per_day between 1 and 100),
      calls_per_week int not null check (calls_per_week between 1 and 700),
      channels int not null check (channels between 1 and 10000),
      check (legal_from_minute < legal_to_minute)
    );

    create table blacklist (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      phone text not null,
      reason text not null default '',
      -- The call in which the callee asked for it.
      call_id bigint,
      added_by bigint,
      created_at timestamptz not null default now(),
      primary key (merchant_id, phone)
    );
    create unique index blacklist_newest on blacklist (merchant_id, id desc);
    create index blacklist_prefix on blacklist (merchant_id, phone text_pattern_ops);

    create table balance (
      merchant_id bigint primary key references merchant,
      amount numeric(14, 4) not null default 0,
      -- Held for calls that live.
      reserved numeric(14, 4) not null default 0 check (reserved >= 0),
      -- What is held is there: no call is placed that the balance does not reach.
      check (amount >= reserved)
    );

    create table ledger (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      at timestamptz not null default now(),
      kind text not null check (kind in ('topUp', 'call')),
      amount numeric(14, 4) not null,
      amount_after numeric(14, 4) not null,
      call_id bigint,
      by_employee bigint,
      note text not null default '',
      -- A top-up sent twice counts once.
      request_id text,
      primary key (merchant_id, id)
    );
    create unique index ledger_request on ledger (merchant_id, request_id) where request_id is not null;
    -- Every priced call is settled here once, also one that cost nothing.
    create unique index ledger_call on ledger (merchant_id, call_id) where call_id is not null;
    create index ledger_moved on ledger (merchant_id, id desc) where amount <> 0;

    -- Mobile numbers by three to seven first figures, landlines by their area code with its 0: the longest one counts.
    create table phone_segment (
      prefix text primary key check (prefix ~ '^[0-9]{3,7}$'),
      province text not null,
      city text not null default '',
      operator text not null default ''
    );
  `.execute(db);
};
