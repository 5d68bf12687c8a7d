import { type Kysely, sql } from 'kysely';

/** Small exports of one person count together: each that began without a second person's word is kept, and summed over a day. */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table export_request drop constraint export_request_state_check,
      add constraint export_request_state_check check (state in ('waiting', 'approved', 'refused', 'begun'));
    create index export_request_begun on export_request (merchant_id, asked_by, asked_at) where state = 'begun';
  `.execute(db);
};
