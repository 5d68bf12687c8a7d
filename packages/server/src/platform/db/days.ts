import { sql } from 'kysely';
import type { UnscopedDb } from './pool.ts';

/** Days of a merchant, both included: `2026-11-14`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** When they begin and end by the merchant's clock; `until` is excluded. */
export const instantsOf = (db: UnscopedDb, merchantId: string, { from, to }: Days) =>
  db
    .selectFrom('merchant')
    .select([
      sql<Date>`(${from}::date)::timestamp at time zone zone`.as('since'),
      sql<Date>`(${to}::date + 1)::timestamp at time zone zone`.as('until'),
    ])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
