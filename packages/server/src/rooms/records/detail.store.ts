import type { UseKind } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { withTalk } from './filter.store.ts';
import { cost, rowColumns } from './records.store.ts';

/** Yuan by kind of entry; a kind that cost nothing is left out. */
type CostParts = Readonly<Partial<Record<'call' | UseKind | 'sms' | 'plan', string>>>;

const ofTheCall = sql`ledger.merchant_id = call.merchant_id and ledger.call_id = call.id`;
/** Messages have an index of their own, for a call may send several: asked for together, none of the two would do. */
const costs = sql<CostParts>`(select coalesce(jsonb_object_agg(part, cost), '{}') from (
  select case when kind in ('reversal', 'correction') then 'call' else kind end as part, trim_scale(-sum(amount))::text as cost
  from (select kind, amount from ledger where ${ofTheCall} and kind <> 'sms'
    union all select kind, amount from ledger where ${ofTheCall} and kind = 'sms') of_call group by 1) parts)`.as(
  'costs',
);

/** One call: all that is known of it, and single facts. */
export const findCall = (db: MerchantDb, id: string) =>
  withTalk(db.selectFrom('call'))
    .leftJoin('callRecording', join =>
      join.onRef('callRecording.merchantId', '=', 'call.merchantId').onRef('callRecording.callId', '=', 'call.id'),
    )
    .leftJoin('file', join =>
      join.onRef('file.merchantId', '=', 'callRecording.merchantId').onRef('file.id', '=', 'callRecording.fileId'),
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
      'call.afterCall',
      'call.planId',
      'call.planVersion',
      'call.synthesis',
      'call.variables',
      'callCorrection.ruledLevel',
      'callCorrection.why',
      'callCorrection.correctedAt',
      'corrector.name as corrector',
      'callFollowed.followedAt',
      'follower.name as follower',
      'call.media',
      'call.heard',
      'call.uses',
      'callTranscript.lines',
      'callTranscript.path',
      'callTranscript.answers',
      'file.key as fileKey',
      'callRecording.durationMs',
      'callRecording.peaks',
    ])
    .select(costs)
    .select(
      sql<boolean>`exists (select from call_ladder
        where call_ladder.merchant_id = call.merchant_id and call_ladder.call_id = call.id)`.as('hasLadder'),
    )
    .select(
      sql<boolean>`exists (select from blacklist where blacklist.merchant_id = call.merchant_id
        and blacklist.phone = call.phone and blacklist.call_id = call.id)`.as('isBlacklistedBy'),
    )
    .where('call.id', '=', id)
    .where('call.removedAt', 'is', null)
    .executeTakeFirst();
export type FoundCall = NonNullable<Awaited<ReturnType<typeof findCall>>>;

export const MOST_NOTES = 50;
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

/** Legs of those who took part, the callee's first. */
export const legsOf = (db: MerchantDb, id: string) =>
  db
    .selectFrom('callLeg')
    .leftJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'callLeg.merchantId').onRef('employee.id', '=', 'callLeg.employeeId'),
    )
    .select(['callLeg.kind', 'callLeg.party', 'callLeg.calledFrom', 'callLeg.calledTo', 'callLeg.beganAt'])
    .select(['callLeg.answeredAt', 'callLeg.joinedAt', 'callLeg.endedAt', 'callLeg.endedBy', 'callLeg.because'])
    .select(['callLeg.media', 'employee.name'])
    .select(sql<string>`trim_scale(call_leg.cost)::text`.as('cost'))
    .where('callLeg.callId', '=', id)
    .orderBy('callLeg.n')
    .execute();
export type FoundLeg = Awaited<ReturnType<typeof legsOf>>[number];

/** Where a call stands; undefined when it is not the merchant's. */
export const findStage = (db: MerchantDb, id: string) =>
  db.selectFrom('call').select(['call.stage', 'call.file', 'call.owner']).where('call.id', '=', id).executeTakeFirst();

/** Whom a call is with, and who placed it by hand; undefined when it is not the merchant's. */
export const findNumber = (db: MerchantDb, id: string) =>
  db.selectFrom('call').select(['call.phone', 'call.placedBy']).where('call.id', '=', id).executeTakeFirst();

/** A live call in which this seat takes part, or for which it is rung, whatever its data scope is; undefined: it is not, or has left. */
export const findOwnOfSeat = (db: MerchantDb, id: string, seat: string) =>
  db.whole
    .selectFrom('call')
    .select('call.phone')
    .where('call.id', '=', id)
    .where('call.stage', '<>', 'ended')
    .where(
      sql<boolean>`(exists (select from seat_presence p where p.merchant_id = call.merchant_id
          and p.employee_id = ${seat} and p.call_id = call.id and p.state in ('dialling', 'ringing', 'inCall', 'held'))
        or exists (select from seat_call c where c.merchant_id = call.merchant_id and c.call_id = call.id
          and c.live -> 'parties' @> ${JSON.stringify([{ type: 'seat', id: seat }])}::jsonb))`,
    )
    .executeTakeFirst();

/** The SIP that was kept of a call, none where none was; undefined when it is not the merchant's. */
export const findLadder = (db: MerchantDb, id: string) =>
  db
    .selectFrom('call')
    .leftJoin('callLadder', join =>
      join.onRef('callLadder.merchantId', '=', 'call.merchantId').onRef('callLadder.callId', '=', 'call.id'),
    )
    .select(['call.phone', 'callLadder.messages'])
    .where('call.id', '=', id)
    .where('call.removedAt', 'is', null)
    .executeTakeFirst();

const wanted = { hangUpWantedAt: sql<Date>`coalesce(call.hang_up_wanted_at, now())` };

/** Asks the call's owner to hang up; false when the call is not the merchant's. An ended call stays as it is. */
export const wantHangUp = async (db: MerchantDb, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await db.updateTable('call').set(wanted).where('call.id', '=', id).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The same of many at once; which of them live. */
export const wantHangUps = async (db: MerchantDb, ids: readonly string[]): Promise<readonly string[]> => {
  const rows = await db
    .updateTable('call')
    .set(wanted)
    .where('call.id', 'in', [...ids])
    .where('call.stage', '<>', 'ended')
    .returning('call.id')
    .execute();
  return rows.map(({ id }) => id);
};
