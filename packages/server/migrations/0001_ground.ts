import { type Kysely, sql } from 'kysely';

/**
 * Merchants, people, sessions, plans, lines, files, audit. Every table of business data leads its keys and indexes with
 * `merchant_id`: the query layer binds it (decision record: scope by merchant). Ids are one sequence a table, 64 bits.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table merchant (
      id bigint generated always as identity primary key,
      number text not null unique check (number ~ '^[0-9]{1,20}$'),
      name text not null,
      zone text not null default 'Asia/Shanghai',
      active boolean not null default true,
      created_at timestamptz not null default now()
    );

    create table role (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      rights text[] not null default '{}',
      buttons text[] not null default '{}',
      primary key (merchant_id, id)
    );

    create table employee (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      account text not null,
      name text not null,
      title text not null default '',
      password_hash text not null,
      role_code text not null check (role_code in ('admin', 'agent', 'company', 'employee')),
      role_id bigint,
      has_seat boolean not null default false,
      seat_right boolean not null default false,
      -- Its password is public: it opens from this machine only.
      demo boolean not null default false,
      active boolean not null default true,
      created_at timestamptz not null default now(),
      primary key (merchant_id, id),
      foreign key (merchant_id, role_id) references role (merchant_id, id)
    );
    create unique index employee_account on employee (merchant_id, lower(account));

    create table session (
      token_hash bytea primary key,
      merchant_id bigint not null,
      employee_id bigint not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );
    create index session_employee on session (merchant_id, employee_id);
    create index session_expires on session (expires_at);

    create table captcha (
      key text primary key,
      answer_hash bytea not null,
      expires_at timestamptz not null
    );
    create index captcha_expires on captcha (expires_at);

    -- Failures are counted by what was typed, known or not: a stranger learns nothing from the lock.
    create table login_failure (
      subject bytea primary key,
      failures int not null,
      locked_until timestamptz,
      last_at timestamptz not null
    );
    create index login_failure_last on login_failure (last_at);

    create table branding (
      id bigint generated always as identity primary key,
      host text not null unique,
      page_info jsonb not null
    );

    create table plan (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      created_at timestamptz not null default now(),
      removed_at timestamptz,
      primary key (merchant_id, id)
    );

    create table plan_version (
      merchant_id bigint not null,
      plan_id bigint not null,
      version int not null check (version > 0),
      graph jsonb not null,
      nodes int not null,
      published_at timestamptz not null,
      primary key (merchant_id, plan_id, version),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id)
    );

    create table line (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      address text not null,
      username text not null default '',
      -- Sealed with the installation's key (platform/secrets); null when the line needs none.
      password_sealed text,
      caller_number text not null default '',
      practice boolean not null default false,
      created_at timestamptz not null default now(),
      removed_at timestamptz,
      primary key (merchant_id, id)
    );
    create unique index line_practice on line (merchant_id) where practice and removed_at is null;

    create table file (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      -- Below the data folder.
      path text not null,
      name text not null,
      mime text not null,
      created_at timestamptz not null default now(),
      primary key (merchant_id, id)
    );

    create table audit (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      employee_id bigint,
      at timestamptz not null,
      action text not null,
      target text not null default '',
      ip text not null default '',
      primary key (merchant_id, id)
    );
    create index audit_at on audit (merchant_id, at desc);

    -- What the seed has done once, so that nobody's deletions come back.
    create table seeded (
      name text primary key,
      at timestamptz not null default now()
    );
  `.execute(db);
};
