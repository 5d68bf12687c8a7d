import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';
import { type CallsFilter, cursor, filtered, MOST_NOTES, newestFirst, withTalk } from '../records/index.ts';

/** A moment as the merchant's wall clock showed it, so that a sheet says what the page says. */
const wallClock = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone merchant.zone, 'YYYY-MM-DD HH24:MI:SS')`;

/** What people noted of a call, the newest first. */
const notes = sql<readonly SheetNote[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('by', employee.name, 'writtenBy', note.written_by::text, 'text', note.text,
    'at', to_char(note.written_at at time zone merchant.zone, 'YYYY-MM-DD HH24:MI')) order by note.written_at desc), '[]')
  from (select * from call_note where call_note.merchant_id = call.merchant_id and call_note.call_id = call.id
    order by call_note.written_at desc limit ${sql.lit(MOST_NOTES)}) note
  join employee on employee.merchant_id = note.merchant_id and employee.id = note.written_by)`;
interface SheetNote {
  readonly by: string;
  readonly writtenBy: string;
  readonly text: string;
  readonly at: string;
}

/** The next rows of a sheet, newest first, live calls left out; `after` is the cursor of the last call written. */
export const readChunk = (db: MerchantDb, wanted: CallsFilter, after: string | null, limit: number) =>
  withTalk(newestFirst(db, { ...wanted, isOver: true }, after, limit))
    .innerJoin('merchant', 'merchant.id', 'call.merchantId')
    .leftJoin('planVersion as spoken', join =>
      join
        .onRef('spoken.merchantId', '=', 'call.merchantId')
        .onRef('spoken.planId', '=', 'call.planId')
        .onRef('spoken.version', '=', 'call.planVersion'),
    )
    .select([
      'call.id',
      'call.phone',
      'call.calleeName',
      'task.name as taskName',
      'call.planName',
      'call.lineName',
      'call.state',
      'call.because',
      'call.level',
      'call.talkMs',
      'call.turns',
      'call.hungUpBy',
      'call.direction',
      'call.cost',
      'call.variables',
      'spoken.variables as labels',
      'call.attempt',
      'call.levelRule',
      'callTranscript.answers',
      'callTranscript.lines',
      'follower.name as follower',
    ])
    .select([cursor, notes.as('notes')])
    .select(['callCorrection.level as correctedLevel', 'callCorrection.ruledLevel', 'callCorrection.why'])
    .select([
      wallClock('call.placedAt').as('placedAt'),
      wallClock('call.answeredAt').as('answeredAt'),
      wallClock('call.endedAt').as('endedAt'),
      wallClock('callFollowed.followedAt').as('followedAt'),
    ])
    .execute();
export type SheetCall = Awaited<ReturnType<typeof readChunk>>[number];

/** What the file of an export is named after: its task, and the merchant's days that it is of; without days the present one. */
export const sheetAbout = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  { taskId, from, to }: CallsFilter['filter'],
): Promise<{ readonly task: string | null; readonly first: string; readonly last: string }> => {
  const task =
    taskId === undefined
      ? undefined
      : await db.selectFrom('task').select('task.name').where('task.id', '=', taskId).executeTakeFirst();
  const day = (at: ReturnType<typeof sql>) => sql<string>`to_char(${at} at time zone merchant.zone, 'YYYY-MM-DD')`;
  const end = to === undefined ? sql`now()` : sql`(${to}::timestamptz - interval '1 ms')`;
  const { first, last } = await unscopedDb
    .selectFrom('merchant')
    .select([day(from === undefined ? end : sql`${from}::timestamptz`).as('first'), day(end).as('last')])
    .where('merchant.id', '=', db.merchantId)
    .executeTakeFirstOrThrow();
  return { task: task?.name ?? null, first, last };
};

export const countAll = async (db: MerchantDb, wanted: CallsFilter): Promise<number> => {
  const { calls } = await filtered(db, { ...wanted, isOver: true })
    .select(eb => eb.fn.countAll<string>().as('calls'))
    .executeTakeFirstOrThrow();
  return Number(calls);
};
