import type { SpeechFault } from '@lianxian/contract';
import { sql } from 'kysely';
import { givenRows, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';

/** What came of asking a service since the last note. */
export interface Outcome {
  readonly merchantId: string;
  readonly serviceId: string;
  readonly answered: number;
  readonly failed: number;
  readonly waitedMs: number;
  readonly longestMs: number;
  readonly fault: SpeechFault | null;
}
const outcomeColumns = {
  merchantId: 'bigint',
  serviceId: 'bigint',
  answered: 'int',
  failed: 'int',
  waitedMs: 'bigint',
  longestMs: 'int',
  fault: 'text',
} as const satisfies Record<keyof Outcome, string>;

/** Adds to the minute; a service that is gone meanwhile is left out. What is older than a day goes. */
export const addOutcomes = async (db: UnscopedDb, outcomes: readonly Outcome[], at: Date): Promise<void> => {
  if (outcomes.length === 0) return;
  await sql`
    insert into speech_minute as m
      (merchant_id, service_id, minute, answered, failed, waited_ms, longest_ms, fault)
    select s.merchant_id, s.id, date_trunc('minute', ${at}::timestamptz), sum(o.answered), sum(o.failed),
      sum(o.waited_ms), max(o.longest_ms), max(o.fault)
    from ${givenRows(outcomes, outcomeColumns, 'o')}
    join speech_service s on s.merchant_id = o.merchant_id and s.id = o.service_id
    group by s.merchant_id, s.id
    on conflict (merchant_id, service_id, minute) do update set
      answered = m.answered + excluded.answered, failed = m.failed + excluded.failed,
      waited_ms = m.waited_ms + excluded.waited_ms, longest_ms = greatest(m.longest_ms, excluded.longest_ms),
      fault = coalesce(excluded.fault, m.fault)`.execute(db);
  await sql`delete from speech_minute where minute < ${at}::timestamptz - interval '1 day'`.execute(db);
};

/** Of each service of the merchant in the last 24 hours. */
export const latelyOf = async (db: MerchantDb, at: Date) => {
  const rows = await db
    .selectFrom('speechMinute')
    .select([
      'serviceId',
      sql<number>`sum(answered)::int`.as('answered'),
      sql<number>`sum(failed)::int`.as('failed'),
      sql<number | null>`(sum(waited_ms) / nullif(sum(answered), 0))::int`.as('meanMs'),
      sql<number | null>`max(longest_ms) filter (where answered > 0)`.as('longestMs'),
      sql<SpeechFault | null>`(array_agg(fault order by minute desc) filter (where fault is not null))[1]`.as('fault'),
      sql<Date | null>`max(minute) filter (where fault is not null)`.as('faultAt'),
    ])
    .where('minute', '>', new Date(at.getTime() - 86_400_000))
    .groupBy('serviceId')
    .execute();
  return new Map(rows.map(row => [row.serviceId, row]));
};
export type Lately = Awaited<ReturnType<typeof latelyOf>>;
