import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Messages to many at once. */
export const insertSmsBatch = async (
  tx: MerchantDb,
  row: { readonly id: string; readonly templateId: string; readonly template: string; readonly madeBy: string },
): Promise<void> => {
  await tx.insertInto('smsBatch', row).execute();
};

export const isCancelled = async (tx: UnscopedDb, merchantId: string, id: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('smsBatch')
    .select('cancelledAt')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.cancelledAt != null;
};

export const noteRead = async (tx: UnscopedDb, merchantId: string, id: string): Promise<void> => {
  await tx
    .updateTable('smsBatch')
    .set({ readAt: sql<Date>`coalesce(read_at, now())` })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute();
};

/** False: nobody sees such a one. */
export const noteCancelled = async (tx: MerchantDb, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('smsBatch')
    .set({ cancelledAt: sql<Date>`coalesce(cancelled_at, now())` })
    .where('smsBatch.id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const of = (condition: string) => sql<number>`(select count(*)::int from sms_message m
  where m.merchant_id = sms_batch.merchant_id and m.batch_id = sms_batch.id and ${sql.raw(condition)})`;

export const listSmsBatches = (
  db: MerchantDb,
  { after, skipped, limit }: { readonly after: string | undefined; readonly skipped: number; readonly limit: number },
) => {
  let rows = db
    .selectFrom('smsBatch')
    .select(['smsBatch.id', 'smsBatch.templateId', 'smsBatch.template', 'smsBatch.madeAt', 'smsBatch.readAt'])
    .select('smsBatch.cancelledAt')
    .select([
      of('true').as('people'),
      of("m.state in ('queued', 'handing')").as('waiting'),
      of("m.state = 'delivered'").as('delivered'),
      of("m.state in ('failed', 'unknown')").as('failed'),
      of("m.state = 'withheld'").as('withheld'),
      sql<string>`coalesce((select trim_scale(sum(greatest(m.cost, m.held)))::text from sms_message m
        where m.merchant_id = sms_batch.merchant_id and m.batch_id = sms_batch.id), '0')`.as('cost'),
      sql<string>`coalesce((select e.name from employee e where e.merchant_id = sms_batch.merchant_id
        and e.id = sms_batch.made_by), '')`.as('by'),
    ]);
  if (after !== undefined) rows = rows.where('smsBatch.id', '<', after);
  return rows
    .orderBy('smsBatch.id', 'desc')
    .offset(skipped)
    .limit(limit + 1)
    .execute();
};

const MOST = 10_001;
export const countSmsBatches = async (db: MerchantDb): Promise<number> =>
  (await db.selectFrom('smsBatch').select('smsBatch.id').limit(MOST).execute()).length;

/** Templates that have a short link, with how many people opened it; of messages that whoever looks sees. */
export const listLinks = (
  db: MerchantDb,
  { after, skipped, limit }: { readonly after: string | undefined; readonly skipped: number; readonly limit: number },
) => {
  let rows = db
    .selectFrom('smsMessage')
    .innerJoin('smsLink', join =>
      join.onRef('smsLink.merchantId', '=', 'smsMessage.merchantId').onRef('smsLink.messageId', '=', 'smsMessage.id'),
    )
    .select('smsMessage.templateId')
    .select([
      sql<string>`(array_agg(sms_message.template order by sms_message.id desc))[1]`.as('template'),
      sql<string>`(array_agg(sms_link.url order by sms_message.id desc))[1]`.as('link'),
      sql<number>`(count(*) filter (where sms_message.handed_at is not null))::int`.as('sent'),
      sql<number>`(count(*) filter (where sms_link.clicks > 0))::int`.as('opened'),
      sql<number>`sum(sms_link.clicks)::int`.as('clicks'),
      sql<Date | null>`max(sms_link.last_at)`.as('lastAt'),
    ])
    .groupBy('smsMessage.templateId');
  if (after !== undefined) rows = rows.where('smsMessage.templateId', '<', after);
  return rows
    .orderBy('smsMessage.templateId', 'desc')
    .offset(skipped)
    .limit(limit + 1)
    .execute();
};
export const countLinked = async (db: MerchantDb): Promise<number> =>
  (
    await db
      .selectFrom('smsMessage')
      .innerJoin('smsLink', join =>
        join.onRef('smsLink.merchantId', '=', 'smsMessage.merchantId').onRef('smsLink.messageId', '=', 'smsMessage.id'),
      )
      .select(sql<number>`count(distinct sms_message.template_id)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count;
