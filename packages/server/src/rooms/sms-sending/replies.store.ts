import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** What a reply answers: the newest message that went to its number. */
interface AnsweredMessage {
  readonly id: string;
  readonly ownerId: string | null;
  readonly taskId: string | null;
  readonly callId: string | null;
  readonly template: string;
}

export const lastMessageTo = async (
  tx: UnscopedDb,
  { merchantId, phone }: { readonly merchantId: string; readonly phone: string },
): Promise<AnsweredMessage | undefined> => {
  const { rows } = await sql<AnsweredMessage>`
    select id, owner_id, task_id, call_id, template from sms_message
    where merchant_id = ${merchantId} and phone = ${phone} and state in ('handing', 'sent', 'delivered', 'unknown', 'failed')
      and handed_at >= now() - interval '30 days'
    order by id desc limit 1`.execute(tx);
  return rows[0];
};

interface NewReply {
  readonly merchantId: string;
  readonly providerId: string;
  readonly ref: string;
  readonly phone: string;
  readonly text: string;
  readonly stop: boolean;
  readonly messageId: string | null;
  readonly ownerId: string | null;
}

/** Null: it was told before. */
export const insertReply = async (tx: UnscopedDb, reply: NewReply): Promise<string | null> =>
  (
    await tx
      .insertInto('smsReply')
      .values(reply)
      .onConflict(conflict => conflict.columns(['merchantId', 'providerId', 'ref']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id ?? null;
