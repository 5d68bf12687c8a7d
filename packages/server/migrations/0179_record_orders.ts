import { type Kysely, sql } from 'kysely';

/** Orders of recordings (docs/recording-orders.md): what was ordered, its sentences, and whom it was offered to. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table record_order (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      plan_id bigint not null,
      -- Null: of the draft, against which its sentences are compared.
      plan_version int,
      plan_name text not null,
      -- Yuan a sentence.
      price numeric(14, 4) not null check (price >= 0),
      deadline date not null,
      -- When that day ends by the merchant's clock.
      due_at timestamptz not null,
      notes text not null default '',
      sample_id bigint,
      -- The merchant whose voice people they are; who is paid.
      offered_to bigint not null,
      offered_as text not null check (offered_as in ('own', 'reseller', 'platform')),
      person_id bigint,
      tells_name boolean not null default false,
      state text not null default 'open'
        check (state in ('open', 'recording', 'review', 'rework', 'done', 'cancelled')),
      taken_by bigint,
      voice_name text,
      -- Yuan that the balance holds for it, and that was paid.
      held numeric(14, 4) not null default 0 check (held >= 0),
      paid numeric(14, 4) not null default 0,
      request_id text not null,
      created_by bigint not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      near_told_at timestamptz,
      late_told_at timestamptz,
      primary key (merchant_id, id),
      foreign key (merchant_id, plan_id) references plan (merchant_id, id) on delete cascade
    );
    create unique index record_order_request on record_order (merchant_id, request_id);
    create index record_order_plan on record_order (merchant_id, plan_id, id desc);
    create index record_order_due on record_order (merchant_id, due_at)
      where late_told_at is null and state in ('open', 'recording', 'review', 'rework');

    create table record_sentence (
      merchant_id bigint not null,
      order_id bigint not null,
      number int not null,
      text text not null,
      -- What a recording of it is found by, and where it stood in the plan.
      key text not null,
      place text not null,
      note text not null default '',
      state text not null default 'toRecord'
        check (state in ('toRecord', 'handedIn', 'accepted', 'sentBack', 'changed', 'dropped')),
      is_handed_in boolean not null default false,
      -- Names what was handed in last.
      sound text,
      handed_in_at timestamptz,
      mark_from_ms int,
      mark_to_ms int,
      mark_note text,
      primary key (merchant_id, order_id, number),
      foreign key (merchant_id, order_id) references record_order (merchant_id, id) on delete cascade
    );
    create index record_sentence_sound on record_sentence (merchant_id, sound) where sound is not null;

    -- The order as the merchant of its voice people has it: they find it here and nowhere else.
    create table record_offer (
      merchant_id bigint not null references merchant,
      order_id bigint not null,
      buyer_id bigint not null,
      person_id bigint,
      taken_by bigint,
      is_over boolean not null default false,
      primary key (merchant_id, order_id)
    );
    create index record_offer_taken on record_offer (merchant_id, taken_by, order_id desc);
    create index record_offer_buyer on record_offer (buyer_id, order_id);
  `.execute(db);
};
