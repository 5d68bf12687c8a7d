import { type Kysely, sql } from 'kysely';

/**
 * Who has had a number's calls keeps it: a claim is held from the first call to it that was answered, by its carrier's
 * address. Those that had calls before this release hold what they have: of several merchants the one who had the last.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table line_number
      add column held_at timestamptz,
      -- The platform was told that others want it too.
      add column contest_told_at timestamptz;
    with talked as (
      select merchant_id, line_id, caller_number, max(placed_at) as at from call
      where direction = 'in' and not practice and answered_at is not null group by merchant_id, line_id, caller_number),
    led as (
      select n.id, n.merchant_id, n.core, talked.at
      from line_number n
        join line l on l.merchant_id = n.merchant_id and l.id = n.line_id
        join talked on talked.merchant_id = n.merchant_id and talked.line_id = n.line_id
          and talked.caller_number = n.number and talked.at >= greatest(n.claimed_at, l.moved_at)
      where n.removed_at is null)
    update line_number n set held_at = led.at from led
    where n.merchant_id = led.merchant_id and n.id = led.id and not exists (
      select from led other where other.core = led.core and other.merchant_id <> led.merchant_id and other.at > led.at);
  `.execute(db);
};
