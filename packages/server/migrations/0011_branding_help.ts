import { type Kysely, sql } from 'kysely';

/**
 * How the platform and its resellers look (docs/pages.md#branding): brandings with hosts and pictures; what the
 * platform says to everybody: help articles, update log, texts, notices. Brandings by host alone belonged to nobody and
 * no page wrote them: they go.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    drop table branding;
    create table branding (
      -- A reseller's, or the platform's: the default.
      merchant_id bigint primary key references merchant,
      -- Fields of the contract's pageInfo; what is left out is built in.
      page_info jsonb not null default '{}',
      saved_at timestamptz
    );

    create table branding_host (
      host text primary key check (host = lower(host)),
      merchant_id bigint not null references branding,
      added_at timestamptz not null default now()
    );
    create index branding_host_of on branding_host (merchant_id, added_at);

    -- In the database: every node serves them, and a backup has them.
    create table branding_picture (
      merchant_id bigint not null references merchant,
      -- Of its bytes (SHA-256, the first half): the address of other bytes is another one.
      id text not null check (id ~ '^[0-9a-f]{32}$'),
      mime text not null check (mime in ('image/png', 'image/jpeg', 'image/webp', 'image/x-icon')),
      bytes bytea not null check (octet_length(bytes) <= 524288),
      uploaded_at timestamptz not null default now(),
      primary key (merchant_id, id)
    );
    create index branding_picture_id on branding_picture (id);

    create table article (
      id bigint generated always as identity primary key,
      parent_id bigint references article,
      title text not null,
      path text not null default '',
      content text not null default '',
      is_online boolean not null default true,
      -- Its place among its siblings.
      sort int not null,
      updated_at timestamptz not null default now()
    );
    create index article_place on article (parent_id, sort);

    create table update_entry (
      id bigint generated always as identity primary key,
      version int not null unique check (version > 0),
      published_on date not null,
      title text not null,
      content text not null
    );

    -- Versions are never changed: what somebody agreed to can be read again.
    create table legal_text (
      kind text not null check (kind in ('agreement', 'commitment')),
      version int not null check (version > 0),
      content text not null,
      published_at timestamptz not null,
      published_by bigint,
      primary key (kind, version)
    );

    create table notice (
      id bigint generated always as identity primary key,
      content text not null,
      level text not null check (level in ('info', 'warn', 'bad')),
      from_at timestamptz not null,
      to_at timestamptz not null check (to_at > from_at),
      -- The account of who wrote it last.
      written_by text not null,
      written_at timestamptz not null
    );
    create index notice_to on notice (to_at);
  `.execute(db);
};
