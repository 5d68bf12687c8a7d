import { type Kysely, sql } from 'kysely';

/**
 * A line that its owner lends (decision 91): whoever has it gets a row of its own, for ports, tasks, calls and the price, that says
 * whose line it is. Way, hours, rate, channels, numbers and health are those of the line itself, the root.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table line
      add column lender_id bigint,
      add column lender_line_id bigint,
      add constraint line_lent check ((lender_id is null) = (lender_line_id is null) and lender_id <> merchant_id),
      add foreign key (lender_id, lender_line_id) references line (merchant_id, id),
      add column root_merchant_id bigint not null generated always as (coalesce(lender_id, merchant_id)) stored,
      add column root_id bigint not null generated always as (coalesce(lender_line_id, id)) stored;
    create index line_root on line (root_id);
    create unique index line_lent_once on line (lender_line_id, merchant_id) where removed_at is null`.execute(db);
};
