import { type Kysely, sql } from 'kysely';

/**
 * Human seats: who has one, what its telephone signs in with, what it does (decision 103). `employee.has_seat` says that there is an
 * account, `employee.seat_right` that it may connect.
 *
 * A secret lives as long as the sign-in it was made for, the password and the right: triggers see to it, whatever ends one of
 * them, and tell who holds the telephone.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(accounts).execute(db);
  await sql.raw(doings).execute(db);
  await sql.raw(secrets).execute(db);
  await sql.raw(settings).execute(db);
};

const accounts = `
  create table seat_account (
    merchant_id bigint not null,
    employee_id bigint not null,
    extension int not null check (extension between 1000 and 99999),
    -- The line it calls out over; null: the merchant's first that can be used.
    line_id bigint,
    may_pause boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (merchant_id, employee_id),
    unique (merchant_id, extension),
    foreign key (merchant_id, employee_id) references employee (merchant_id, id),
    foreign key (merchant_id, line_id) references line (merchant_id, id)
  );
  create index seat_account_line on seat_account (merchant_id, line_id);
  -- None: all plans that are published.
  create table seat_plan (
    merchant_id bigint not null,
    employee_id bigint not null,
    plan_id bigint not null,
    primary key (merchant_id, employee_id, plan_id),
    foreign key (merchant_id, employee_id) references seat_account (merchant_id, employee_id) on delete cascade,
    foreign key (merchant_id, plan_id) references plan (merchant_id, id)
  );
  create index seat_plan_plan on seat_plan (merchant_id, plan_id);
  create table seat_group (
    merchant_id bigint not null references merchant,
    id bigint generated always as identity,
    name text not null,
    strategy text not null check (strategy in ('longestIdle', 'inTurn', 'all')),
    ring_s int not null default 8,
    primary key (merchant_id, id),
    unique (merchant_id, name)
  );
  create table seat_group_member (
    merchant_id bigint not null,
    group_id bigint not null,
    employee_id bigint not null,
    place int not null,
    primary key (merchant_id, group_id, employee_id),
    foreign key (merchant_id, group_id) references seat_group (merchant_id, id) on delete cascade,
    foreign key (merchant_id, employee_id) references seat_account (merchant_id, employee_id) on delete cascade
  );
  create index seat_group_member_seat on seat_group_member (merchant_id, employee_id);
`;

const states = `('offline', 'connecting', 'idle', 'dialling', 'ringing', 'inCall', 'held', 'wrapUp', 'break')`;

const doings = `
  create table seat_presence (
    merchant_id bigint not null,
    employee_id bigint not null,
    state text not null check (state in ${states}),
    reason text not null default '',
    since timestamptz not null,
    -- The calls process that holds its telephone.
    node text not null,
    call_id bigint,
    device text not null default '',
    primary key (merchant_id, employee_id),
    foreign key (merchant_id, employee_id) references employee (merchant_id, id)
  );
  create table seat_span (
    merchant_id bigint not null,
    employee_id bigint not null,
    id bigint generated always as identity,
    state text not null check (state in ${states}),
    reason text not null default '',
    call_id bigint,
    began_at timestamptz not null,
    -- Null: still so.
    ended_at timestamptz,
    primary key (merchant_id, employee_id, id),
    foreign key (merchant_id, employee_id) references employee (merchant_id, id)
  );
  create index seat_span_day on seat_span (merchant_id, employee_id, began_at);
  create unique index seat_span_open on seat_span (merchant_id, employee_id) where ended_at is null;
  -- What a page wants of the calls process that holds a seat or its call; it goes when it is taken.
  create table seat_order (
    merchant_id bigint not null,
    id bigint generated always as identity,
    employee_id bigint not null,
    call_id bigint,
    node text not null,
    ordered jsonb not null,
    at timestamptz not null default now(),
    primary key (merchant_id, id),
    foreign key (merchant_id, employee_id) references employee (merchant_id, id)
  );
  create index seat_order_node on seat_order (node, id);
  create index seat_order_seat on seat_order (merchant_id, employee_id);
`;

const secrets = `
  create table seat_secret (
    merchant_id bigint not null,
    employee_id bigint not null,
    secret_sealed text not null,
    session_hash bytea not null,
    device text not null default '',
    made_at timestamptz not null default now(),
    primary key (merchant_id, employee_id),
    foreign key (merchant_id, employee_id) references employee (merchant_id, id)
  );
  create index seat_secret_session on seat_secret (session_hash);

  create function tell_seat_secret() returns trigger language plpgsql as $$ begin
    -- Whoever was registered before this instant is registered no more.
    perform pg_notify('seat_secret', old.merchant_id || '.' || old.employee_id || '.' ||
      (extract(epoch from clock_timestamp()) * 1000)::bigint);
    return null;
  end $$;
  create trigger seat_secret_gone after delete on seat_secret for each row execute function tell_seat_secret();
  create trigger seat_secret_moved after update on seat_secret for each row
    when (old.session_hash <> new.session_hash) execute function tell_seat_secret();

  create function end_seat_secret_of_session() returns trigger language plpgsql as $$ begin
    delete from seat_secret where session_hash = old.token_hash;
    return null;
  end $$;
  create trigger session_revoked after update of revoked_at on session for each row
    when (old.revoked_at is null and new.revoked_at is not null) execute function end_seat_secret_of_session();
  create trigger session_gone after delete on session for each row execute function end_seat_secret_of_session();

  create function end_seat_secret_of_employee() returns trigger language plpgsql as $$ begin
    delete from seat_secret where merchant_id = new.merchant_id and employee_id = new.id;
    return null;
  end $$;
  create trigger employee_seat_ended after update on employee for each row
    when (old.password_hash <> new.password_hash or (old.active and not new.active)
      or (old.seat_right and not new.seat_right))
    execute function end_seat_secret_of_employee();
`;

const settings = `
  alter table merchant_settings
    add column seat_auto_answer boolean not null default true,
    add column seat_wrap_up_s int not null default 30,
    add column seat_away_limit_s int not null default 60,
    add column seat_ring_s int not null default 8,
    add column seat_break_reasons text[] not null default '{小休,就餐,培训,会议}';
`;
