import type { CallState, Verdict } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { byTheLine, failed } from './monitor.store.ts';

interface FailuresQuery {
  readonly lineId: string | undefined;
  readonly whose: 'all' | 'line' | 'number';
  readonly limit: number;
  /** The cursor of the last one seen. */
  readonly after: string | undefined;
}

/** The place of a call in the list: microseconds of `listed_at`, and its id. */
const cursor = sql<string>`(extract(epoch from call.listed_at) * 1000000)::bigint || '-' || call.id`;
const ofTheNumber = sql<boolean>`(${failed} and call.fault in ('callee', 'unknown'))`;
const wheres = { all: failed, line: byTheLine, number: ofTheNumber } as const;

/** Whether the line is the merchant's; a removed one has its failures still. */
export const isOwnLine = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db.selectFrom('line').select('line.id').where('line.id', '=', id).executeTakeFirst()) !== undefined;

/** Failed calls of the last day, newest first; one more than asked for tells that there are more. */
export const listFailures = (db: MerchantDb, { lineId, whose, limit, after }: FailuresQuery) => {
  let query = db
    .selectFrom('call')
    .leftJoin('callee', join =>
      join
        .onRef('callee.merchantId', '=', 'call.merchantId')
        .onRef('callee.taskId', '=', 'call.taskId')
        .onRef('callee.id', '=', 'call.calleeId'),
    )
    .select([
      'call.id',
      'call.listedAt',
      'call.phone',
      'call.lineId',
      'call.lineName',
      'call.sipCode',
      'call.sipReason',
      sql<CallState>`call.state`.as('state'),
      sql<string>`coalesce(call.because, '')`.as('because'),
      sql<Verdict['fault']>`call.fault`.as('fault'),
      // Of this call, not of one that was made for the number since.
      sql<Date | null>`case when callee.last_call_id = call.id then callee.due_at end`.as('retryAt'),
      cursor.as('cursor'),
    ])
    .where('call.listedAt', '>', sql<Date>`now() - interval '1 day'`)
    .where('call.stage', '=', 'ended')
    .where(wheres[whose])
    .orderBy('call.listedAt', 'desc')
    .orderBy('call.id', 'desc')
    .limit(limit + 1);
  if (lineId !== undefined) query = query.where('call.lineId', '=', lineId);
  if (after === undefined) return query.execute();
  const [micros, id] = after.split('-');
  const seenAt = sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return query.where(sql<boolean>`(call.listed_at, call.id) < (${seenAt}, ${id}::bigint)`).execute();
};
