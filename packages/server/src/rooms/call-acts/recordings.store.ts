import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';
import { type CallsFilter, cursor, filtered, newestFirst } from '../records/index.ts';

/** The next calls with what their recordings lie under, none where there is none. */
export const nextRecordings = (db: MerchantDb, wanted: CallsFilter, after: string | null, limit: number) =>
  newestFirst(db, { ...wanted, isOver: true }, after, limit)
    .innerJoin('merchant', 'merchant.id', 'call.merchantId')
    .leftJoin('callRecording', join =>
      join.onRef('callRecording.merchantId', '=', 'call.merchantId').onRef('callRecording.callId', '=', 'call.id'),
    )
    .leftJoin('file', join =>
      join.onRef('file.merchantId', '=', 'callRecording.merchantId').onRef('file.id', '=', 'callRecording.fileId'),
    )
    .select(['call.id', 'call.phone', 'call.level', 'callRecording.synthesised', 'file.path'])
    .select(sql<string>`to_char(call.placed_at at time zone merchant.zone, 'YYYYMMDD-HH24MISS')`.as('began'))
    .select(cursor)
    .execute();

/** Bytes of all these recordings as they leave: a byte of A-law is a sample of two. */
export const soundBytes = async (db: MerchantDb, wanted: CallsFilter): Promise<number> => {
  const { bytes } = await filtered(db, { ...wanted, isOver: true })
    .innerJoin('callRecording', join =>
      join.onRef('callRecording.merchantId', '=', 'call.merchantId').onRef('callRecording.callId', '=', 'call.id'),
    )
    .select(sql<string>`coalesce(sum(call_recording.bytes), 0) * 2`.as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes);
};
