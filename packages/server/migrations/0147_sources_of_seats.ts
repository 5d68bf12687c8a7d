import { type Kysely, sql } from 'kysely';

/**
 * What a seat dials counts as any call (by-hand.ts), so its sums are kept apart from those of trials: what was summed as a
 * trial is taken back and noted anew, by the way of every other change (decision 30).
 */
const noted = (times: 1 | -1) => sql`
  insert into call_change (merchant_id, hour, owner_id, source, calls, answered, talk_ms,
    level_a, level_b, level_c, level_d, level_e, level_f, cost)
  select change.merchant_id, change.hour, change.owner_id, change.source, change.calls, change.answered, change.talk_ms,
    change.level_a, change.level_b, change.level_c, change.level_d, change.level_e, change.level_f, change.cost
  from call cross join lateral call_in_hour(call, ${sql.lit(times)}) change
  where call.origin = 'seat' and call.task_id is null and call.direction = 'out'`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await noted(-1).execute(db);
  await sql`
    create or replace function call_source(call) returns text language sql immutable as $$
      select case
        when ($1).task_id is not null then 'task'
        when ($1).direction = 'in' then 'in'
        when ($1).origin = 'seat' then 'seat'
        else 'hand'
      end
    $$`.execute(db);
  await noted(1).execute(db);
};
