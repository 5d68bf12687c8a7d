import { type Kysely, sql } from 'kysely';

/**
 * Services that hear, speak and think for a merchant's robots (docs/speech.md#services), how they did lately, what
 * listens on each line, and the secret its webhooks are signed with. Keys are sealed for their row.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table speech_service (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      purpose text not null check (purpose in ('recogniser', 'synthesiser', 'model')),
      kind text not null,
      name text not null,
      settings jsonb not null,
      key_sealed text,
      chosen boolean not null default false,
      -- Of the last test by hand.
      tested_at timestamptz,
      tested_ms int,
      -- Null: it went well.
      tested_fault text,
      -- Grows with every change: who holds a connection knows that it is of before.
      rev int not null default 1,
      created_at timestamptz not null default now(),
      primary key (merchant_id, id)
    );
    create unique index speech_service_chosen on speech_service (merchant_id, purpose) where chosen;

    -- What came of asking, by the minute: a day of it is kept.
    create table speech_minute (
      merchant_id bigint not null,
      service_id bigint not null,
      minute timestamptz not null,
      answered int not null default 0,
      failed int not null default 0,
      waited_ms bigint not null default 0,
      longest_ms int not null default 0,
      fault text,
      primary key (merchant_id, service_id, minute),
      foreign key (merchant_id, service_id) references speech_service on delete cascade
    );
    create index speech_minute_old on speech_minute (minute);

    alter table line
      -- False: nothing said on it is understood, only keys and real-time text.
      add column hears boolean not null default true,
      -- Null: what the merchant has chosen.
      add column recogniser_id bigint,
      add constraint line_recogniser foreign key (merchant_id, recogniser_id) references speech_service
        on delete set null (recogniser_id);
    create index line_by_recogniser on line (merchant_id, recogniser_id) where recogniser_id is not null;

    create table webhook_secret (
      merchant_id bigint primary key references merchant,
      secret_sealed text not null,
      made_at timestamptz not null default now()
    );
  `.execute(db);
};
