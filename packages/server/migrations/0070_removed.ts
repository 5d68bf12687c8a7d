import { type Kysely, sql } from 'kysely';

/** What was removed and can be taken back for a day: its rows as they were (docs/pages.md#what-is-taken-back). */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table removal (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      kind text not null,
      -- Its id and name, and what the audit says of it.
      target text not null,
      name text not null,
      facts jsonb not null,
      at timestamptz not null,
      -- [{table, back: columns that are put back; none: the row is put in, rows}], parents first.
      kept jsonb not null,
      primary key (merchant_id, id)
    )`.execute(db);
  await sql`create index removal_at on removal (at)`.execute(db);
};
