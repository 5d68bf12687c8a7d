import type { CallsOfNumber } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';

interface Counted {
  /** Of the merchant, by whose calendar days are counted. */
  readonly zone: RawBuilder<unknown> | string;
  /** Rows `at` and `calls`, from an instant on. */
  readonly made: (since: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/** A value of {@link CallsOfNumber} (docs/tasks.md#caps). */
export const countsOfCalls = ({ zone, made }: Counted) => {
  const since = (days: string) => sql`(midnight.local - ${sql.lit(`${days} days`)}::interval) at time zone ${zone}`;
  return sql<CallsOfNumber>`(
  select json_build_object('today', coalesce(sum(made.calls) filter (where made.at >= midnight.at), 0)::int,
    'in7Days', coalesce(sum(made.calls) filter (where made.at >= ${since('6')}), 0)::int,
    'in30Days', coalesce(sum(made.calls), 0)::int,
    'minutesSince', floor(extract(epoch from now() - max(made.at) filter (where made.calls > 0)) / 60)::int)
  from (select date_trunc('day', now() at time zone ${zone}) as local,
      date_trunc('day', now() at time zone ${zone}) at time zone ${zone} as at) midnight
    left join lateral (${made(since('29'))}) made on true)`;
};

interface NumberOf {
  readonly merchantId: RawBuilder<unknown> | string;
  readonly phone: RawBuilder<unknown>;
  readonly zone: Counted['zone'];
  /** A call that is not counted: the one that asks. */
  readonly except?: RawBuilder<unknown>;
}

/**
 * Calls of a merchant to one number, by tasks and by hand, and whenever it was rung into a call, over ordinary lines; what was
 * never dialled does not count, what lives does. `listed_at` is what its index is by, and never before placed_at.
 */
export const callsOfNumber = ({ merchantId, phone, zone, except }: NumberOf) =>
  countsOfCalls({
    zone,
    made: since => sql`
      select own.placed_at as at, 1 as calls from call own
      where own.merchant_id = ${merchantId} and own.phone = ${phone} and own.direction = 'out' and not own.practice
        and own.id >= ids_since('31 days') and own.listed_at >= ${since} and own.placed_at >= ${since}
        ${except === undefined ? sql`` : sql`and own.id <> ${except}`}
        and not (coalesce(own.state, '') = 'cancelled' and own.dialled_at is null)
      union all select rung.at, 1 from number_rung rung
      where rung.merchant_id = ${merchantId} and rung.phone = ${phone} and rung.at >= ${since}`,
  });
