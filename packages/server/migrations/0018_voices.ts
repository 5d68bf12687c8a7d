import { type Kysely, sql } from 'kysely';

/**
 * The voice library. A sound is stored once under the hash of its A-law bytes, in the database, because any node may have
 * to speak it; a voice is a sound with the text it says and who speaks. A sound that no voice names stays for the versions
 * that were published with it.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table voice_sound (
      merchant_id bigint not null references merchant,
      hash text not null check (hash ~ '^[0-9a-f]{40}$'),
      -- A-law, 8 kHz: the telephone's own form, 8 bytes a ms.
      audio bytea not null,
      -- 0 to 255 for each column of the waveform.
      peaks bytea not null,
      made_at timestamptz not null default now(),
      primary key (merchant_id, hash)
    );
    alter table voice_sound alter column audio set storage external;
    create index voice_sound_hash on voice_sound (hash);
    create index voice_sound_made on voice_sound (made_at);

    create table voice (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      text text not null,
      -- What it is found by: the text without marks at its ends.
      key text not null,
      kind text not null check (kind in ('sentence', 'base', 'piece')),
      use text not null default '',
      speaker text not null default '',
      source text not null check (source in ('upload', 'microphone', 'file')),
      sound text not null,
      chosen boolean not null default true,
      -- The plan it was recorded for, and where its sentence stands there.
      plan_id bigint,
      place text not null default '',
      changed_by bigint,
      changed_at timestamptz not null default now(),
      primary key (merchant_id, id),
      foreign key (merchant_id, sound) references voice_sound (merchant_id, hash),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id),
      foreign key (merchant_id, changed_by) references employee (merchant_id, id)
    );
    create index voice_key on voice (merchant_id, key);
    create index voice_sound_used on voice (merchant_id, sound);
    create index voice_plan on voice (merchant_id, plan_id) where plan_id is not null;
  `.execute(db);
};
