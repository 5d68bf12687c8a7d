import type { MerchantDb } from '../../platform/db/index.ts';

/** What of a call record a test or the tuner needs; seen in the viewer's scope. */
const talked = (db: MerchantDb) =>
  db
    .selectFrom('call')
    .innerJoin('call_transcript', join =>
      join
        .onRef('call_transcript.merchant_id', '=', 'call.merchant_id')
        .onRef('call_transcript.call_id', '=', 'call.id'),
    )
    .where('call.stage', '=', 'ended')
    .where('call.talk_ms', '>', 0);

export const findTalkedCall = (db: MerchantDb, id: string) =>
  talked(db)
    .select([
      'call.id',
      'call.plan_id',
      'call.plan_version',
      'call.plan_name',
      'call.variables',
      'call.level',
      'call.hung_up_by',
      'call_transcript.lines',
      'call_transcript.path',
      'call_transcript.answers',
    ])
    .where('call.id', '=', id)
    .executeTakeFirst();

export const callExists = async (db: MerchantDb, id: string): Promise<boolean> =>
  (await db.selectFrom('call').select('call.id').where('call.id', '=', id).executeTakeFirst()) !== undefined;

const recorded = (db: MerchantDb, planId: string) =>
  talked(db)
    .innerJoin('call_recording', join =>
      join.onRef('call_recording.merchant_id', '=', 'call.merchant_id').onRef('call_recording.call_id', '=', 'call.id'),
    )
    .innerJoin('file', join =>
      join.onRef('file.merchant_id', '=', 'call_recording.merchant_id').onRef('file.id', '=', 'call_recording.file_id'),
    )
    .where('call.plan_id', '=', planId);

/** Newest recorded talks of a plan. */
export const listRecorded = (db: MerchantDb, planId: string, limit: number) =>
  recorded(db, planId)
    .select(['call.id', 'call.ended_at', 'call.talk_ms', 'call.turns'])
    .orderBy('call.id', 'desc')
    .limit(limit)
    .execute();

/** Recordings of a plan's calls by their ids: where the sound lies and what was said. */
export const recordingsOf = (db: MerchantDb, planId: string, ids: readonly string[]) =>
  recorded(db, planId)
    .select(['call.id', 'file.path', 'call_transcript.lines'])
    .where('call.id', 'in', ids)
    .orderBy('call.id', 'desc')
    .execute();
