import { type Kysely, sql } from 'kysely';

/**
 * What was paid for plans of the market and has not come to who sells them (decision 129): a row holds it, so that what buyers,
 * sellers and the platform have and what rows hold are together always what was topped up.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    create table plan_sale (
      -- Who paid.
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      product_id bigint not null,
      seller_id bigint not null,
      title text not null,
      -- Of a call that was paid by the minute; null: paid once.
      call_id bigint,
      -- Yuan: all of it, and what of it is the platform's.
      amount numeric(14, 4) not null check (amount > 0),
      share numeric(14, 4) not null check (share between 0 and amount),
      state text not null default 'held' check (state in ('held', 'paid', 'returned')),
      at timestamptz not null default now(),
      -- When it is paid out.
      due_at timestamptz not null,
      primary key (merchant_id, id)
    );
    create unique index plan_sale_call on plan_sale (merchant_id, call_id) where call_id is not null;
    create index plan_sale_due on plan_sale (due_at) where state = 'held';
    create index plan_sale_of on plan_sale (product_id) where state = 'held';
    create table market_share (
      id bigint generated always as identity primary key,
      -- What the platform keeps of a sale from then on, in percent; the last row counts.
      percent numeric(5, 2) not null check (percent between 0 and 90),
      set_by bigint,
      set_at timestamptz not null default now()
    );
    insert into market_share (percent) values (20)`.execute(db);
};
