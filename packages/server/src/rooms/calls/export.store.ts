import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { type Narrow, narrowed, newestFirst, withTask } from './narrow.store.ts';

/** A moment as the merchant's wall clock showed it, so that a sheet says what the page says. */
const wallClock = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone merchant.zone, 'YYYY-MM-DD HH24:MI:SS')`;

/** The next rows of an export, newest first; `after` is the last call written. */
export const readChunk = (db: MerchantDb, narrow: Narrow, after: string | null, limit: number) =>
  withTask(newestFirst(db, narrow, after))
    .innerJoin('merchant', 'merchant.id', 'call.merchant_id')
    .leftJoin('call_transcript', join =>
      join
        .onRef('call_transcript.merchant_id', '=', 'call.merchant_id')
        .onRef('call_transcript.call_id', '=', 'call.id'),
    )
    .select([
      'call.id',
      'call.phone',
      'call.callee_name',
      'task.name as task_name',
      'call.plan_name',
      'call.line_name',
      'call.state',
      'call.because',
      'call.level',
      'call.talk_ms',
      'call.turns',
      'call.hung_up_by',
      'call.cost',
      'call_transcript.answers',
    ])
    .select([wallClock('call.placed_at').as('placed_at'), wallClock('call.answered_at').as('answered_at')])
    .limit(limit)
    .execute();
export type ExportRow = Awaited<ReturnType<typeof readChunk>>[number];

export const countAll = async (db: MerchantDb, narrow: Narrow): Promise<number> => {
  const { calls } = await narrowed(db, narrow)
    .select(eb => eb.fn.countAll<string>().as('calls'))
    .executeTakeFirstOrThrow();
  return Number(calls);
};
