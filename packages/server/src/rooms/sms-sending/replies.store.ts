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

/** A part of a long answer. */
interface NewPart {
  readonly merchantId: string;
  readonly providerId: string;
  readonly phone: string;
  readonly number: number;
  readonly parts: number;
  readonly part: number;
  readonly text: string;
}
type PartsKey = Omit<NewPart, 'part' | 'text'>;

const ofOne = ({ merchantId, providerId, phone, number, parts }: PartsKey) =>
  sql`merchant_id = ${merchantId} and provider_id = ${providerId} and phone = ${phone} and number = ${number} and parts = ${parts}`;

/** Takes what is there of a long answer, in its order; null: there is nothing of it. */
const takeParts = async (tx: UnscopedDb, key: PartsKey): Promise<string | null> => {
  const { rows } = await sql<{ text: string | null }>`
    with gone as (delete from sms_reply_part where ${ofOne(key)} returning part, text)
    select string_agg(text, '' order by part) as text from gone`.execute(tx);
  return rows[0]?.text ?? null;
};

/** Keeps a part; the whole answer where it was the last one that lacked. */
export const keepPart = async (tx: UnscopedDb, part: NewPart): Promise<string | null> => {
  // Two connections may bring two parts at once: who comes second counts after the first has committed.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms part ${part.merchantId} ${part.phone}`}, 0))`.execute(
    tx,
  );
  await tx
    .insertInto('smsReplyPart')
    .values(part)
    .onConflict(conflict =>
      conflict.columns(['merchantId', 'providerId', 'phone', 'number', 'parts', 'part']).doNothing(),
    )
    .execute();
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sms_reply_part where ${ofOne(part)}`.execute(
    tx,
  );
  return (rows[0]?.n ?? 0) < part.parts ? null : await takeParts(tx, part);
};

/** One long answer whose other parts did not come in ten minutes: what there is of it. */
export const takeLate = async (
  tx: UnscopedDb,
  merchantId: string,
): Promise<{ readonly providerId: string; readonly phone: string; readonly text: string } | null> => {
  const { rows } = await sql<PartsKey>`
    select merchant_id, provider_id, phone, number, parts from sms_reply_part
    where merchant_id = ${merchantId} and at < now() - interval '10 minutes'
    order by at limit 1 for update skip locked`.execute(tx);
  const [key] = rows;
  const text = key === undefined ? null : await takeParts(tx, key);
  return key === undefined || text === null ? null : { providerId: key.providerId, phone: key.phone, text };
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
