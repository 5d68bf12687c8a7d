import { type Kysely, sql } from 'kysely';

/** Parts of a long answer to a text message, until all are there or the rest does not come. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table sms_reply_part (
      merchant_id bigint not null references merchant,
      provider_id bigint not null,
      phone text not null,
      -- The number that its parts have in common, and how many they are.
      number int not null,
      parts smallint not null,
      part smallint not null,
      text text not null,
      at timestamptz not null default now(),
      primary key (merchant_id, provider_id, phone, number, parts, part)
    );
    create index sms_reply_part_at on sms_reply_part (merchant_id, at);
  `.execute(db);
};
