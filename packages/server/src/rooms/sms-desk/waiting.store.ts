import { type RawBuilder, sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** Whom nobody answered by then is no news. */
const REPLY_DAYS = 7;

/** Of `sms_reply`: nobody called or wrote after it, nor said that it needs neither. Of a number the newest alone. */
export const replyWaits: RawBuilder<boolean> = sql<boolean>`(not sms_reply.stop and sms_reply.closed_at is null
  and sms_reply.at > now() - ${sql.lit(REPLY_DAYS)} * interval '1 day'
  and not exists (select from sms_message m where m.merchant_id = sms_reply.merchant_id
    and m.phone = sms_reply.phone and m.created_at > sms_reply.at)
  and not exists (select from call where call.merchant_id = sms_reply.merchant_id
    and call.phone = sms_reply.phone and call.listed_at > sms_reply.at)
  and not exists (select from sms_reply later where later.merchant_id = sms_reply.merchant_id
    and later.phone = sms_reply.phone and later.id > sms_reply.id))`;

/** Of those that this person sees; how many were open. */
export const closeReplies = async (db: MerchantDb, ids: readonly string[], by: string): Promise<number> => {
  const seen = db
    .selectFrom('smsReply')
    .select('smsReply.id')
    .where('smsReply.id', 'in', [...ids]);
  const { numUpdatedRows } = await db
    .updateTable('smsReply')
    .set({ closedAt: sql<Date>`now()`, closedBy: by })
    .where('smsReply.id', 'in', seen)
    .where('smsReply.closedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
