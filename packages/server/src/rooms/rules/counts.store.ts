import type { CallsOfNumber } from '@lianxian/core';
import { type RawBuilder, sql } from 'kysely';

interface NumberOf {
  readonly merchantId: RawBuilder<unknown> | string;
  readonly phone: RawBuilder<unknown>;
  /** Of the merchant, by whose calendar days are counted. */
  readonly zone: RawBuilder<unknown> | string;
  /** A call that is not counted: the one that asks. */
  readonly except?: RawBuilder<unknown>;
}

/**
 * Calls of a merchant to one number (docs/tasks.md#caps), by tasks and by hand, over ordinary lines; what was never dialled does
 * not count, what lives does. A column of {@link CallsOfNumber}. `listed_at` is what its index is by, and never before placed_at.
 */
export const callsOfNumber = ({ merchantId, phone, zone, except }: NumberOf) => sql<CallsOfNumber>`(
  select json_build_object('today', count(made.id) filter (where made.placed_at >= midnight.at),
    'in7Days', count(made.id) filter (where made.placed_at >= (midnight.local - interval '6 days') at time zone ${zone}),
    'in30Days', count(made.id), 'minutesSince', floor(extract(epoch from now() - max(made.placed_at)) / 60)::int)
  from (select date_trunc('day', now() at time zone ${zone}) as local,
      date_trunc('day', now() at time zone ${zone}) at time zone ${zone} as at) midnight
    left join call made on made.merchant_id = ${merchantId} and made.phone = ${phone} and made.direction = 'out' and not made.practice
      and made.id >= ids_since('31 days')
      and made.listed_at >= (midnight.local - interval '29 days') at time zone ${zone}
      and made.placed_at >= (midnight.local - interval '29 days') at time zone ${zone}
      ${except === undefined ? sql`` : sql`and made.id <> ${except}`}
      and not (coalesce(made.state, '') = 'cancelled' and made.dialled_at is null))`;
