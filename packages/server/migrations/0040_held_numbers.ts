import { type Kysely, sql } from 'kysely';

/**
 * Who has had a number's calls keeps it: a claim is held from the first call that was led to it by its carrier's address.
 * Those that had calls before this release hold what they have.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`
    alter table line_number
      add column held_at timestamptz,
      -- The platform was told that others want it too.
      add column contest_told_at timestamptz;
    update line_number n set held_at = led.at
    from line l, (
      select merchant_id, line_id, caller_number, max(placed_at) as at from call
      where direction = 'in' and not practice group by merchant_id, line_id, caller_number) led
    where l.merchant_id = n.merchant_id and l.id = n.line_id and n.removed_at is null
      and led.merchant_id = n.merchant_id and led.line_id = n.line_id and led.caller_number = n.number
      and led.at >= greatest(n.claimed_at, l.moved_at);
  `.execute(db);
};
