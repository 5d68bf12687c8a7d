import { sql } from 'kysely';
import { byHand, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { type CallsFilter, cursor, filtered, newestFirst, withTask } from './filter.store.ts';

/** What pages ask for: rows of one merchant. The dialler's own statements are in `dialler.store.ts`. */

const rowColumns = [
  'call.id',
  'call.phone',
  'call.planName',
  'call.lineName',
  'call.placedAt',
  'call.endedAt',
  'call.state',
  'call.sipCode',
  'call.level',
  'call.talkMs',
  'call.hungUpBy',
  'call.calleeName',
  'call.taskId',
  'call.attempt',
  'call.turns',
  'call.direction',
  'task.name as taskName',
  'callCorrection.level as correctedLevel',
] as const;
/** Four decimals are kept, those that say something are shown: `0`, `0.12`. */
const cost = sql<string>`trim_scale(call.cost)::text`.as('cost');

interface CallPage {
  readonly limit: number;
  /** Rows after this cursor, in the order of the list. */
  readonly after: string | null;
  readonly offset: number;
}

/** Newest first; one row more than asked for tells that there are more. */
export const listCalls = (db: MerchantDb, wanted: CallsFilter, { limit, after, offset }: CallPage) => {
  const skipped = after === null ? offset : 0;
  return withTask(newestFirst(db, wanted, after, skipped + limit + 1))
    .select(rowColumns)
    .select([cost, cursor])
    .limit(limit + 1)
    .offset(skipped)
    .execute();
};
export type ListedCall = Awaited<ReturnType<typeof listCalls>>[number];

interface CallTotals {
  /** Exact to the bound; one more than it says that there are more. */
  readonly calls: number;
  readonly talkMs: number;
  readonly cost: string;
  /** Trials, in neither sum unless they alone are wanted. */
  readonly byHand: number;
}

/** Totals over the merchant's calls, `bound + 1` of them at most. */
export const totalCalls = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter,
  bound: number,
): Promise<CallTotals> => {
  const apart = wanted.filter.source === 'hand' ? sql<boolean>`false` : byHand;
  const found = filtered(db, wanted)
    .select(['call.talkMs', 'call.cost', apart.as('apart')])
    .limit(bound + 1);
  const totals = await unscopedDb
    .selectFrom(found.as('found'))
    .select(eb => [
      eb.fn.countAll<string>().as('calls'),
      sql<string>`coalesce(sum(talk_ms) filter (where not apart), 0)`.as('talkMs'),
      sql<string>`trim_scale(coalesce(sum(cost) filter (where not apart), 0))::text`.as('cost'),
      sql<number>`(count(*) filter (where apart))::int`.as('byHand'),
    ])
    .executeTakeFirstOrThrow();
  return { ...totals, calls: Number(totals.calls), talkMs: Number(totals.talkMs) };
};

/** A moment as the merchant's wall clock showed it, so that a sheet says what the page says. */
const wallClock = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone merchant.zone, 'YYYY-MM-DD HH24:MI:SS')`;

/** The next rows of a sheet, newest first, live calls left out; `after` is the cursor of the last call written. */
export const readChunk = (db: MerchantDb, wanted: CallsFilter, after: string | null, limit: number) =>
  withTask(newestFirst(db, { ...wanted, isOver: true }, after, limit))
    .innerJoin('merchant', 'merchant.id', 'call.merchantId')
    .leftJoin('planVersion as spoken', join =>
      join
        .onRef('spoken.merchantId', '=', 'call.merchantId')
        .onRef('spoken.planId', '=', 'call.planId')
        .onRef('spoken.version', '=', 'call.planVersion'),
    )
    .leftJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
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
    ])
    .select(cursor)
    .select(['callCorrection.level as correctedLevel', 'callCorrection.ruledLevel', 'callCorrection.why'])
    .select([
      wallClock('call.placedAt').as('placedAt'),
      wallClock('call.answeredAt').as('answeredAt'),
      wallClock('call.endedAt').as('endedAt'),
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

/** How many people the newest so many of these calls were with. */
export const countPeople = async (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter,
  most: number,
): Promise<{ readonly people: number; readonly calls: number }> =>
  await unscopedDb
    .selectFrom(
      newestFirst(db, { ...wanted, isOver: true }, null, most)
        .select('call.phone')
        .as('found'),
    )
    .select([sql<number>`count(distinct phone)::int`.as('people'), sql<number>`count(*)::int`.as('calls')])
    .executeTakeFirstOrThrow();

/**
 * Those people, each as the newest of their calls knew them; `people` of them at most, the newest first. `chars` is what
 * is known of all of them: where that is more than is wanted, no more people come than have so many.
 */
export const peopleOf = (
  unscopedDb: UnscopedDb,
  db: MerchantDb,
  wanted: CallsFilter,
  most: { readonly calls: number; readonly people: number; readonly chars: number },
) => {
  const found = newestFirst(db, { ...wanted, isOver: true }, null, most.calls).select([
    'call.id',
    'call.phone',
    'call.calleeName',
    'call.variables',
    'call.listedAt',
  ]);
  const each = unscopedDb
    .selectFrom(found.as('found'))
    .distinctOn('found.phone')
    .selectAll('found')
    .orderBy('found.phone')
    .orderBy('found.listedAt', 'desc')
    .orderBy('found.id', 'desc');
  const newest = unscopedDb
    .selectFrom(each.as('person'))
    .selectAll('person')
    .select(
      sql<number>`length(person.phone) + length(person.callee_name) + length(person.variables::text)`.as('ownChars'),
    )
    .orderBy('person.listedAt', 'desc')
    .orderBy('person.id', 'desc')
    .limit(most.people);
  const summed = unscopedDb
    .selectFrom(newest.as('one'))
    .select(['one.phone', 'one.calleeName', 'one.variables', 'one.listedAt', 'one.id', 'one.ownChars'])
    .select(sql<number>`(sum(one.own_chars) over ())::int`.as('chars'))
    .select(sql<number>`sum(one.own_chars) over (order by one.listed_at desc, one.id desc)`.as('soFar'));
  return unscopedDb
    .selectFrom(summed.as('told'))
    .select(['told.phone', 'told.calleeName', 'told.variables', 'told.chars'])
    .where(sql<boolean>`told.so_far - told.own_chars < ${most.chars}`)
    .orderBy('told.listedAt', 'desc')
    .orderBy('told.id', 'desc')
    .execute();
};

export const findCall = (db: MerchantDb, id: string) =>
  withTask(db.selectFrom('call'))
    .leftJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
    )
    .leftJoin('callRecording', join =>
      join.onRef('callRecording.merchantId', '=', 'call.merchantId').onRef('callRecording.callId', '=', 'call.id'),
    )
    .leftJoin('file', join =>
      join.onRef('file.merchantId', '=', 'callRecording.merchantId').onRef('file.id', '=', 'callRecording.fileId'),
    )
    .leftJoin('callFollowed', join =>
      join.onRef('callFollowed.merchantId', '=', 'call.merchantId').onRef('callFollowed.callId', '=', 'call.id'),
    )
    .leftJoin('employee as follower', join =>
      join
        .onRef('follower.merchantId', '=', 'callFollowed.merchantId')
        .onRef('follower.id', '=', 'callFollowed.followedBy'),
    )
    .leftJoin('employee as corrector', join =>
      join
        .onRef('corrector.merchantId', '=', 'callCorrection.merchantId')
        .onRef('corrector.id', '=', 'callCorrection.correctedBy'),
    )
    .select(rowColumns)
    .select(cost)
    .select([
      'call.because',
      'call.sipReason',
      'call.levelRule',
      'call.callerNumber',
      'call.answeredAt',
      'call.ringMs',
      'call.lastNode',
      'call.tags',
      'call.customerType',
      'call.planId',
      'call.planVersion',
      'call.variables',
      'callCorrection.ruledLevel',
      'callCorrection.why',
      'callCorrection.correctedAt',
      'corrector.name as corrector',
      'callFollowed.followedAt',
      'follower.name as follower',
      'call.media',
      'call.heard',
      'callTranscript.lines',
      'callTranscript.path',
      'callTranscript.answers',
      'file.key as fileKey',
      'callRecording.durationMs',
      'callRecording.peaks',
    ])
    .select(
      sql<boolean>`exists (select from call_ladder
        where call_ladder.merchant_id = call.merchant_id and call_ladder.call_id = call.id)`.as('hasLadder'),
    )
    .where('call.id', '=', id)
    .executeTakeFirst();
export type FoundCall = NonNullable<Awaited<ReturnType<typeof findCall>>>;

const MOST_NOTES = 50;
/** What people noted of a call, the newest first. */
export const notesOf = (db: MerchantDb, id: string) =>
  db
    .selectFrom('callNote')
    .innerJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'callNote.merchantId').onRef('employee.id', '=', 'callNote.writtenBy'),
    )
    .select(['callNote.writtenBy', 'callNote.text', 'callNote.writtenAt', 'employee.name'])
    .where('callNote.callId', '=', id)
    .orderBy('callNote.writtenAt', 'desc')
    .limit(MOST_NOTES)
    .execute();
export type FoundNote = Awaited<ReturnType<typeof notesOf>>[number];

/** Where a call stands; undefined when it is not the merchant's. */
export const findStage = (db: MerchantDb, id: string) =>
  db.selectFrom('call').select(['call.stage', 'call.file', 'call.owner']).where('call.id', '=', id).executeTakeFirst();

/** Whom a call is with, and who placed it by hand; undefined when it is not the merchant's. */
export const findNumber = (db: MerchantDb, id: string) =>
  db.selectFrom('call').select(['call.phone', 'call.placedBy']).where('call.id', '=', id).executeTakeFirst();

/** The SIP that was kept of a call, none where none was; undefined when it is not the merchant's. */
export const findLadder = (db: MerchantDb, id: string) =>
  db
    .selectFrom('call')
    .leftJoin('callLadder', join =>
      join.onRef('callLadder.merchantId', '=', 'call.merchantId').onRef('callLadder.callId', '=', 'call.id'),
    )
    .select(['call.phone', 'callLadder.messages'])
    .where('call.id', '=', id)
    .executeTakeFirst();

/** Asks the call's owner to hang up; false when the call is not the merchant's. An ended call stays as it is. */
export const wantHangUp = async (db: MerchantDb, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('call')
    .set({ hangUpWantedAt: sql<Date>`coalesce(call.hang_up_wanted_at, now())` })
    .where('call.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
