import { sql } from 'kysely';
import type { Days, UnscopedDb } from '../../platform/db/index.ts';

/** Days of a merchant and as many before them, by its clock. */
export interface Span extends Days {
  readonly zone: string;
  readonly days: number;
  readonly beforeFrom: string;
  /** `beforeSince` up to `since` is what is compared with. */
  readonly beforeSince: Date;
  readonly since: Date;
  readonly until: Date;
  /** When each of the days begins, and last when they end. */
  readonly starts: readonly Date[];
}

export const spanOf = async (db: UnscopedDb, merchantId: string, { from, to }: Days): Promise<Span> => {
  const start = (shift: ReturnType<typeof sql>) => sql<Date>`((${from}::date + ${shift})::timestamp at time zone zone)`;
  const days = sql<number>`(${to}::date - ${from}::date + 1)`;
  const row = await db
    .selectFrom('merchant')
    .select('zone')
    .select([
      days.as('days'),
      sql<string>`to_char(${from}::date - ${days}, 'YYYY-MM-DD')`.as('beforeFrom'),
      start(sql`(-${days})`).as('beforeSince'),
      start(sql`0`).as('since'),
      start(days).as('until'),
      sql<readonly Date[]>`array(select (day::timestamp at time zone zone)
        from generate_series(${from}::date, ${to}::date + 1, interval '1 day') day order by day)`.as('starts'),
    ])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return { from, to, ...row };
};
