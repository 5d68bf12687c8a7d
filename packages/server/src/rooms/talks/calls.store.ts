import { type NotNull, sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** When a call was answered, as the merchant's clock had it: what 明天 meant in it. */
const talkedAt = sql`coalesce(call.answered_at, call.placed_at) at time zone merchant.zone`;
export const dateOfCall = sql<string>`to_char(${talkedAt}, 'YYYY-MM-DD')`;
export const minuteOfCall = sql<number>`(extract(hour from ${talkedAt}) * 60 + extract(minute from ${talkedAt}))::int`;

/** What of a call record a test or the parameter search needs; seen in the viewer's scope. */
const talked = (db: MerchantDb) =>
  db
    .selectFrom('call')
    .innerJoin('callTranscript', join =>
      join.onRef('callTranscript.merchantId', '=', 'call.merchantId').onRef('callTranscript.callId', '=', 'call.id'),
    )
    .where('call.stage', '=', 'ended')
    .where('call.talkMs', '>', 0);

export const findTalkedCall = (db: MerchantDb, id: string) =>
  talked(db)
    .innerJoin('merchant', 'merchant.id', 'call.merchantId')
    .select([
      'call.id',
      'call.planId',
      'call.planVersion',
      'call.planName',
      'call.variables',
      'call.calleeName',
      'call.level',
      'call.hungUpBy',
      'callTranscript.lines',
      'callTranscript.path',
      'callTranscript.answers',
    ])
    .select([dateOfCall.as('date'), minuteOfCall.as('minuteOfDay')])
    .where('call.id', '=', id)
    .where('call.planId', 'is not', null)
    .$narrowType<{ planId: NotNull; planVersion: NotNull }>()
    .executeTakeFirst();

/** What a test needs of a call that still runs; what is said in it stands nowhere yet. Seen in the viewer's scope. */
export const findRunningCall = (db: MerchantDb, id: string) =>
  db
    .selectFrom('call')
    .innerJoin('merchant', 'merchant.id', 'call.merchantId')
    .select(['call.planId', 'call.variables', 'call.calleeName'])
    .select([dateOfCall.as('date'), minuteOfCall.as('minuteOfDay')])
    .where('call.id', '=', id)
    .where('call.stage', '!=', 'ended')
    .where('call.planId', 'is not', null)
    .$narrowType<{ planId: NotNull }>()
    .executeTakeFirst();

export const callExists = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db.selectFrom('call').select('call.id').where('call.id', '=', id).executeTakeFirst()) !== undefined;

const recorded = (db: MerchantDb, planId: string) =>
  talked(db)
    .innerJoin('callRecording', join =>
      join.onRef('callRecording.merchantId', '=', 'call.merchantId').onRef('callRecording.callId', '=', 'call.id'),
    )
    .innerJoin('file', join =>
      join.onRef('file.merchantId', '=', 'callRecording.merchantId').onRef('file.id', '=', 'callRecording.fileId'),
    )
    .where('call.planId', '=', planId);

/** Newest recorded talks of a plan. */
export const listRecorded = (db: MerchantDb, planId: string, limit: number) =>
  recorded(db, planId)
    .select(['call.id', 'call.endedAt', 'call.talkMs', 'call.turns'])
    .orderBy('call.id', 'desc')
    .limit(limit)
    .execute();

/** Recordings of a plan's calls by their ids: where the sound lies and what was said. */
export const recordingsOf = (db: MerchantDb, planId: string, ids: readonly string[]) =>
  recorded(db, planId)
    .select(['call.id', 'file.path', 'callTranscript.lines'])
    .where('call.id', 'in', ids)
    .orderBy('call.id', 'desc')
    .execute();
