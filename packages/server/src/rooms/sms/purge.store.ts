import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

interface Kept {
  readonly merchantId: string;
  readonly days: number;
}

/** Merchants after this one that have text messages or answers, with the days words are kept. */
export const keepersAfter = async (
  db: UnscopedDb,
  after: string,
  usualDays: number,
  limit: number,
): Promise<readonly Kept[]> => {
  const { rows } = await sql<Kept>`
    select m.id as merchant_id, coalesce(s.recording_days, ${usualDays}::int) as days
    from merchant m left join merchant_settings s on s.merchant_id = m.id
    where m.id > ${after} and (exists (select from sms_message t where t.merchant_id = m.id)
      or exists (select from sms_reply r where r.merchant_id = m.id)
      or exists (select from sms_part p where p.merchant_id = m.id))
    order by m.id limit ${limit}`.execute(db);
  return rows;
};

/**
 * The oldest of them go, those that were before and are over: what was sent, with its parts and its short links, and what was
 * answered. What it cost stays in the ledger. Ids rise with time, so the oldest come first.
 */
export const dropMessages = async (
  tx: UnscopedDb,
  { merchantId, before, limit }: { readonly merchantId: string; readonly before: Date; readonly limit: number },
): Promise<{ readonly messages: number; readonly replies: number; readonly parts: number }> => {
  const oldest = (table: string) => sql`
    select id from ${sql.table(table)} where merchant_id = ${merchantId} order by id limit ${limit}`;
  const { rows } = await sql<{ messages: number; replies: number; parts: number }>`
    with gone as (
      delete from sms_message where merchant_id = ${merchantId} and id in (${oldest('sms_message')})
        and created_at < ${before} and state not in ('queued', 'handing') returning id),
    links as (delete from sms_link where merchant_id = ${merchantId} and message_id in (select id from gone)),
    answers as (
      delete from sms_reply where merchant_id = ${merchantId} and id in (${oldest('sms_reply')}) and at < ${before} returning 1),
    parts as (
      delete from sms_part where merchant_id = ${merchantId} and (message_id in (select id from gone)
        or (provider_id, ref) in (select provider_id, ref from sms_part
          where merchant_id = ${merchantId} and message_id is null and made_at < ${before} limit ${limit})) returning 1)
    select (select count(*)::int from gone) as messages, (select count(*)::int from answers) as replies,
      (select count(*)::int from parts) as parts`.execute(tx);
  return rows[0]!;
};
