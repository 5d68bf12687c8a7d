import { type Kysely, sql } from 'kysely';

/**
 * Push messages of types 1–7 are kept: a page that was away gets what it missed, and the reminder lists types 1–5.
 * A message to a whole merchant is one row a person, all with the same `seq`. Within a merchant `seq` grows in the order
 * of commits (the writer holds the merchant's lock), so that "everything after 17" misses nothing.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create sequence push_message_seq as bigint;
    create table push_message (
      merchant_id bigint not null,
      employee_id bigint not null,
      seq bigint not null,
      type smallint not null check (type between 1 and 7),
      msg text not null default '',
      phone text not null default '',
      -- What it is about: the wire's id.
      ref text not null default '',
      file_id bigint,
      num bigint,
      at timestamptz not null default now(),
      read_at timestamptz,
      primary key (merchant_id, employee_id, seq),
      foreign key (merchant_id, employee_id) references employee (merchant_id, id) on delete cascade
    );
    alter sequence push_message_seq owned by push_message.seq;
    create index push_message_unread on push_message (merchant_id, employee_id, seq) where read_at is null and type <= 5;
    -- For the purge: reminders stay a month, the others a day.
    create index push_message_reminder_age on push_message (at) where type <= 5;
    create index push_message_passing_age on push_message (at) where type > 5;
  `.execute(db);
};
