import { type Kysely, sql } from 'kysely';

/**
 * Sign-in (docs/rights.md#sign-in): where a session is and when it was last used, failures of an address, the second
 * factor and its recovery codes, the agreement, the bond with a WeChat user.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table session
      add column ip text not null default '',
      add column user_agent text not null default '',
      -- Written at most once a minute.
      add column seen_at timestamptz;
    update session set seen_at = created_at;
    alter table session alter column seen_at set not null;

    alter table employee add column password_changed_at timestamptz;

    -- Failures of one address since a window began, whatever they were about.
    create table address_failure (
      subject bytea primary key,
      failures int not null,
      began_at timestamptz not null
    );
    create index address_failure_began on address_failure (began_at);

    create table second_factor (
      merchant_id bigint not null,
      employee_id bigint not null,
      -- Sealed with the installation's key (platform/secrets).
      secret_sealed text not null,
      created_at timestamptz not null,
      -- Null: begun, not yet in force.
      confirmed_at timestamptz,
      -- The time step of the last code that was taken (RFC 6238 §5.2: a code counts once).
      last_step bigint not null default 0,
      primary key (merchant_id, employee_id),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );
    create table recovery_code (
      merchant_id bigint not null,
      employee_id bigint not null,
      -- Keyed with the installation's key: the table alone opens nothing.
      code_hash text not null,
      used_at timestamptz,
      primary key (merchant_id, employee_id, code_hash),
      foreign key (merchant_id, employee_id) references second_factor (merchant_id, employee_id) on delete cascade
    );

    create table agreement_acceptance (
      merchant_id bigint not null,
      employee_id bigint not null,
      version int not null check (version > 0),
      at timestamptz not null,
      ip text not null default '',
      primary key (merchant_id, employee_id, version),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );

    create table wechat_code (
      merchant_id bigint not null,
      employee_id bigint not null,
      code_hash text not null unique,
      expires_at timestamptz not null,
      -- Tries with a WeChat login that WeChat did not know.
      tries int not null default 0,
      primary key (merchant_id, employee_id),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );
    create table wechat_user (
      merchant_id bigint not null,
      employee_id bigint not null,
      open_id text not null,
      union_id text not null default '',
      bound_at timestamptz not null,
      primary key (merchant_id, employee_id),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );
    create unique index wechat_user_open_id on wechat_user (merchant_id, open_id);
  `.execute(db);
};
