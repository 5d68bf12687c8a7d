import { type Kysely, sql } from 'kysely';

/**
 * What is told to a merchant's own systems (docs/webhooks.md): where to, and each message with what became of it. A
 * message is written in the transaction of what it tells of.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table webhook_endpoint (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      url text not null,
      secret_sealed text not null,
      events text[] not null,
      whole_numbers boolean not null default false,
      enabled boolean not null default true,
      -- Why the house switched it off; '' where a person did, or nobody.
      off_because text not null default '',
      -- In a row, since when, and until when nothing is tried.
      failures int not null default 0,
      failing_since timestamptz,
      rests_until timestamptz,
      made_by bigint not null,
      made_at timestamptz not null default now(),
      primary key (merchant_id, id),
      foreign key (merchant_id, made_by) references employee
    )`.execute(db);
  await sql`create index webhook_endpoint_made_by on webhook_endpoint (merchant_id, made_by)`.execute(db);
  await sql`
    create table webhook_delivery (
      merchant_id bigint not null,
      id bigint generated always as identity,
      endpoint_id bigint not null,
      -- The same at each try and each replay: who gets it twice knows it by this.
      event_id uuid not null,
      event text not null,
      -- What it is about; messages about one thing go one after the other.
      subject text not null,
      -- As it is sent, byte for byte: it is signed.
      body text not null,
      at timestamptz not null default now(),
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'givenUp')),
      -- From when its day is counted: a replay begins anew.
      since timestamptz not null default now(),
      due_at timestamptz not null default now(),
      taken_until timestamptz,
      tries int not null default 0,
      tried_at timestamptz,
      code int,
      because text not null default '',
      answer text not null default '',
      took_ms int,
      primary key (merchant_id, id),
      foreign key (merchant_id, endpoint_id) references webhook_endpoint on delete cascade
    )`.execute(db);
  await sql`create index webhook_delivery_log on webhook_delivery (merchant_id, endpoint_id, id)`.execute(db);
  await sql`
    create index webhook_delivery_due on webhook_delivery (merchant_id, endpoint_id, due_at, id) where state = 'waiting'`.execute(
    db,
  );
  await sql`
    create index webhook_delivery_order on webhook_delivery (merchant_id, endpoint_id, subject, id) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index webhook_delivery_at on webhook_delivery (at)`.execute(db);
};
