import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';
import { cursor, type Narrow, narrowed, newestFirst, withTask } from './narrow.store.ts';

/** What pages ask for: rows of one merchant. The dialler's own statements are in `dialler.store.ts`. */

const rowColumns = [
  'call.id',
  'call.phone',
  'call.plan_name',
  'call.line_name',
  'call.placed_at',
  'call.ended_at',
  'call.state',
  'call.level',
  'call.talk_ms',
  'call.hung_up_by',
  'call.callee_name',
  'call.task_id',
  'call.attempt',
  'call.turns',
  'call.direction',
  'task.name as task_name',
  'call_correction.level as corrected_level',
] as const;
/** Four decimals are kept, those that say something are shown: `0`, `0.12`. */
const cost = sql<string>`trim_scale(call.cost)::text`.as('cost');

export interface CallPage {
  readonly limit: number;
  /** Rows after this cursor, in the order of the list. */
  readonly after: string | null;
  readonly offset: number;
}

/** Newest first; one row more than asked for tells that there are more. */
export const listCalls = (db: MerchantDb, narrow: Narrow, { limit, after, offset }: CallPage) => {
  const skipped = after === null ? offset : 0;
  return withTask(newestFirst(db, narrow, after, skipped + limit + 1))
    .select(rowColumns)
    .select([cost, cursor])
    .limit(limit + 1)
    .offset(skipped)
    .execute();
};

export interface CallTotals {
  /** Exact to the bound; one more than it says that there are more. */
  readonly calls: number;
  readonly talkMs: number;
  readonly cost: string;
}

/** Totals over the merchant's calls, `bound + 1` of them at most. */
export const totalCalls = async (
  houseDb: HouseDb,
  db: MerchantDb,
  narrow: Narrow,
  bound: number,
): Promise<CallTotals> => {
  const found = narrowed(db, narrow)
    .select(['call.talk_ms', 'call.cost'])
    .limit(bound + 1);
  const { calls, talk_ms, cost } = await houseDb
    .selectFrom(found.as('found'))
    .select(eb => [
      eb.fn.countAll<string>().as('calls'),
      sql<string>`coalesce(sum(talk_ms), 0)`.as('talk_ms'),
      sql<string>`trim_scale(coalesce(sum(cost), 0))::text`.as('cost'),
    ])
    .executeTakeFirstOrThrow();
  return { calls: Number(calls), talkMs: Number(talk_ms), cost };
};

/** A moment as the merchant's wall clock showed it, so that a sheet says what the page says. */
const wallClock = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone merchant.zone, 'YYYY-MM-DD HH24:MI:SS')`;

/** The next rows of a sheet, newest first, live calls left out; `after` is the cursor of the last call written. */
export const readChunk = (db: MerchantDb, narrow: Narrow, after: string | null, limit: number) =>
  withTask(newestFirst(db, { ...narrow, isOver: true }, after, limit))
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
      'call.direction',
      'call.cost',
      'call_transcript.answers',
    ])
    .select(cursor)
    .select([wallClock('call.placed_at').as('placed_at'), wallClock('call.answered_at').as('answered_at')])
    .execute();

export const countAll = async (db: MerchantDb, narrow: Narrow): Promise<number> => {
  const { calls } = await narrowed(db, { ...narrow, isOver: true })
    .select(eb => eb.fn.countAll<string>().as('calls'))
    .executeTakeFirstOrThrow();
  return Number(calls);
};

export const findCall = (db: MerchantDb, id: string) =>
  withTask(db.selectFrom('call'))
    .leftJoin('call_transcript', join =>
      join
        .onRef('call_transcript.merchant_id', '=', 'call.merchant_id')
        .onRef('call_transcript.call_id', '=', 'call.id'),
    )
    .leftJoin('call_recording', join =>
      join.onRef('call_recording.merchant_id', '=', 'call.merchant_id').onRef('call_recording.call_id', '=', 'call.id'),
    )
    .leftJoin('file', join =>
      join.onRef('file.merchant_id', '=', 'call_recording.merchant_id').onRef('file.id', '=', 'call_recording.file_id'),
    )
    .leftJoin('employee as corrector', join =>
      join
        .onRef('corrector.merchant_id', '=', 'call_correction.merchant_id')
        .onRef('corrector.id', '=', 'call_correction.corrected_by'),
    )
    .select(rowColumns)
    .select(cost)
    .select([
      'call.because',
      'call.sip_code',
      'call.sip_reason',
      'call.level_rule',
      'call.caller_number',
      'call.answered_at',
      'call.ring_ms',
      'call.last_node',
      'call.tags',
      'call.customer_type',
      'call_correction.ruled_level',
      'call_correction.why',
      'call_correction.corrected_at',
      'corrector.name as corrector',
      'call.media',
      'call_transcript.lines',
      'call_transcript.path',
      'call_transcript.answers',
      'file.key as file_key',
      'call_recording.duration_ms',
      'call_recording.peaks',
    ])
    .select(
      sql<boolean>`exists (select from call_ladder
        where call_ladder.merchant_id = call.merchant_id and call_ladder.call_id = call.id)`.as('has_ladder'),
    )
    .where('call.id', '=', id)
    .executeTakeFirst();

/** Where a call stands; undefined when it is not the merchant's. */
export const findStage = (db: MerchantDb, id: string) =>
  db.selectFrom('call').select(['call.stage', 'call.file', 'call.owner']).where('call.id', '=', id).executeTakeFirst();

/** Whom a call is with, and who placed it by hand; undefined when it is not the merchant's. */
export const findNumber = (db: MerchantDb, id: string) =>
  db.selectFrom('call').select(['call.phone', 'call.placed_by']).where('call.id', '=', id).executeTakeFirst();

/** The SIP that was kept of a call, none where none was; undefined when it is not the merchant's. */
export const findLadder = (db: MerchantDb, id: string) =>
  db
    .selectFrom('call')
    .leftJoin('call_ladder', join =>
      join.onRef('call_ladder.merchant_id', '=', 'call.merchant_id').onRef('call_ladder.call_id', '=', 'call.id'),
    )
    .select(['call.phone', 'call_ladder.messages'])
    .where('call.id', '=', id)
    .executeTakeFirst();

/** Asks the call's owner to hang up; false when the call is not the merchant's. An ended call stays as it is. */
export const wantHangUp = async (db: MerchantDb, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('call')
    .set({ hang_up_wanted_at: sql<Date>`coalesce(call.hang_up_wanted_at, now())` })
    .where('call.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
