import { type Kysely, sql } from 'kysely';

/**
 * Lists of numbers (decision 81): blacklists of a merchant and of its tasks in one table, of the platform and of trades in
 * another that no merchant reads; the white list; what people consented to; and where many came from at once.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await blacklists(db);
  await shared(db);
  await others(db);
  await files(db);
};

const blacklists = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table blacklist
      -- Of one task; null: of all of the merchant.
      add column task_id bigint,
      add column expires_at timestamptz,
      -- The callee's own word, in the call: it never ends, and no import takes it back.
      add column wish boolean not null default false,
      add column import_id bigint,
      add check (not wish or expires_at is null);
    update blacklist set wish = true where call_id is not null;
    alter table blacklist drop constraint blacklist_pkey;
    drop index blacklist_newest;
    alter table blacklist add primary key (merchant_id, id),
      add foreign key (merchant_id, task_id) references task (merchant_id, id);
    create unique index blacklist_once on blacklist (merchant_id, phone, coalesce(task_id, 0));
    create index blacklist_newest on blacklist (merchant_id, task_id, id desc);
    create index blacklist_import on blacklist (merchant_id, import_id) where import_id is not null;`.execute(db);
};

const shared = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table trade (
      id bigint generated always as identity primary key,
      name text not null,
      created_at timestamptz not null default now()
    );
    create unique index trade_name on trade (lower(name));
    create table merchant_trade (
      merchant_id bigint not null references merchant,
      trade_id bigint not null references trade,
      primary key (merchant_id, trade_id)
    );
    create index merchant_trade_trade on merchant_trade (trade_id);

    create table shared_blacklist (
      id bigint generated always as identity primary key,
      -- Null: the platform's own list, which holds for every merchant.
      trade_id bigint references trade,
      phone text not null,
      reason text not null default '',
      expires_at timestamptz,
      added_by bigint,
      import_id bigint,
      created_at timestamptz not null default now()
    );
    create unique index shared_blacklist_once on shared_blacklist (phone, coalesce(trade_id, 0));
    create index shared_blacklist_newest on shared_blacklist (trade_id, id desc);
    create index shared_blacklist_prefix on shared_blacklist (trade_id, phone text_pattern_ops);
    create index shared_blacklist_import on shared_blacklist (import_id) where import_id is not null;`.execute(db);
};

const others = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table whitelist (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      phone text not null,
      reason text not null default '',
      expires_at timestamptz,
      added_by bigint,
      import_id bigint,
      created_at timestamptz not null default now(),
      primary key (merchant_id, id)
    );
    create unique index whitelist_once on whitelist (merchant_id, phone);
    create index whitelist_prefix on whitelist (merchant_id, phone text_pattern_ops);
    create index whitelist_import on whitelist (merchant_id, import_id) where import_id is not null;

    create table consent (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      phone text not null,
      source text not null check (source in ('form', 'call', 'contract', 'import', 'other')),
      proof text not null default '',
      from_at timestamptz not null,
      -- Null: until it is withdrawn.
      until_at timestamptz,
      added_by bigint,
      import_id bigint,
      created_at timestamptz not null default now(),
      withdrawn_at timestamptz,
      withdrawn_by text check (withdrawn_by in ('call', 'person')),
      withdrawn_why text not null default '',
      withdrawn_call bigint,
      withdrawn_employee bigint,
      primary key (merchant_id, id),
      check (until_at is null or until_at > from_at),
      check ((withdrawn_at is null) = (withdrawn_by is null))
    );
    create index consent_phone on consent (merchant_id, phone text_pattern_ops, id desc);
    create index consent_import on consent (merchant_id, import_id) where import_id is not null;
    -- Who has not consented is not called.
    alter table merchant add column consent_required boolean not null default false;

    create table list_import (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      list text not null check (list in ('blacklist', 'whitelist', 'consent', 'shared')),
      task_id bigint,
      trade_id bigint references trade,
      name text not null,
      by_employee bigint not null,
      at timestamptz not null default now(),
      batch_id bigint not null,
      added int not null default 0,
      known int not null default 0,
      refused int not null default 0,
      taken_back int not null default 0,
      taken_back_at timestamptz,
      primary key (merchant_id, id),
      foreign key (merchant_id, task_id) references task (merchant_id, id)
    );
    create index list_import_task on list_import (merchant_id, task_id);
    create index list_import_trade on list_import (trade_id);`.execute(db);
};

/** Four more kinds of files, beside whatever kinds there are by now. */
const files = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<{ known: string }>`
    select pg_get_constraintdef(oid) as known from pg_constraint
    where conrelid = 'file'::regclass and conname = 'file_kind_check'`.execute(db);
  const known = /^CHECK \((.*)\)$/s.exec(rows[0]?.known ?? '')?.[1] ?? 'true';
  await sql`
    alter table file drop constraint file_kind_check,
      add constraint file_kind_check
        check (${sql.raw(known)} or kind in ('list', 'wholeList', 'listRefused', 'sharedList'))`.execute(db);
};
