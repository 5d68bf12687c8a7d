import { type Kysely, sql } from 'kysely';

/**
 * Numbers that were rung into a call (a transfer, a consultation, a conference): each counts among the calls of its number, by
 * which caps go. The call's own row is of the number that it was made to.
 *
 * A call among seats goes over no line. Where every call names one it names the merchant's *house line*: a row that was removed from
 * the beginning, so that nobody sees it, chooses it or dials over it; made with the first such call.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table number_rung (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      phone text not null,
      call_id bigint not null,
      at timestamptz not null default now(),
      primary key (merchant_id, id)
    )`.execute(db);
  await sql`create index number_rung_of on number_rung (merchant_id, phone, at)`.execute(db);
  await sql`create index number_rung_at on number_rung (at)`.execute(db);
  await sql`
    alter table line
      add column house boolean not null default false,
      add constraint line_house_hidden check (not house or removed_at is not null)`.execute(db);
  await sql`create unique index line_house on line (merchant_id) where house`.execute(db);
};
