import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** What the purge of old recordings reads and removes; oldest first, which is the order of calls' ids. */
export interface Retention {
  readonly merchantId: string;
  readonly days: number;
}

/** Merchants after this one in the order of ids, with the days their recordings are kept. */
export const retentionsAfter = (
  db: HouseDb,
  after: string,
  limit: number,
  usualDays: number,
): Promise<readonly Retention[]> =>
  db
    .selectFrom('merchant')
    .leftJoin('merchant_settings', 'merchant_settings.merchant_id', 'merchant.id')
    .select('merchant.id as merchantId')
    .select(sql<number>`coalesce(merchant_settings.recording_days, ${usualDays}::int)`.as('days'))
    .where('merchant.id', '>', after)
    .orderBy('merchant.id')
    .limit(limit)
    .execute();

/** The oldest calls whose sound or words are kept, of those that ended before. Fewer than `limit`: these are all. */
export const oldestKept = async (db: HouseDb, merchantId: string, before: Date, limit: number) => {
  const { rows } = await sql<{ id: string; file: string | null; is_old: boolean }>`
    select call.id, call.file, call.ended_at < ${before} as is_old
    from (
      (select call_id from call_recording where merchant_id = ${merchantId} order by call_id limit ${limit})
      union
      (select call_id from call_transcript
        where merchant_id = ${merchantId} and lines <> '[]'::jsonb order by call_id limit ${limit})
      order by call_id limit ${limit}
    ) kept
    join call on call.merchant_id = ${merchantId} and call.id = kept.call_id
    order by call.id
  `.execute(db);
  return rows;
};

/**
 * Rows of recordings go; words are emptied, with what was read of them: the facts of level rules, and the sentences nobody
 * understood. Answers and the record itself stay. How many there were.
 */
export const dropRecordings = async (
  tx: MerchantDb,
  calls: readonly string[],
): Promise<{ readonly recordings: number; readonly transcripts: number }> => {
  const ids = [...calls];
  const files = await tx
    .deleteFrom('call_recording')
    .where('call_recording.call_id', 'in', ids)
    .returning('call_recording.file_id')
    .execute();
  if (files.length > 0)
    await tx
      .deleteFrom('file')
      .where(
        'file.id',
        'in',
        files.map(row => row.file_id),
      )
      .execute();
  const { numUpdatedRows } = await tx
    .updateTable('call_transcript')
    .set({ lines: '[]', facts: null })
    .where('call_transcript.call_id', 'in', ids)
    .where(sql<boolean>`(call_transcript.lines <> '[]'::jsonb or call_transcript.facts is not null)`)
    .executeTakeFirst();
  await tx.deleteFrom('missed_line').where('missed_line.call_id', 'in', ids).execute();
  return { recordings: files.length, transcripts: Number(numUpdatedRows) };
};

/** Versions of drafts that were tried by telephone, of no call any more; how many of at most `limit`. */
export const dropTrials = async (db: HouseDb, before: Date, limit: number): Promise<number> => {
  const { rows } = await sql`
    delete from plan_version v using (
      select tried.merchant_id, tried.plan_id, tried.version from plan_version tried
      where tried.version < 0 and tried.published_at < ${before} and not exists (
        select from call where call.merchant_id = tried.merchant_id and call.plan_id = tried.plan_id
          and call.plan_version = tried.version)
      limit ${limit}) old
    where v.merchant_id = old.merchant_id and v.plan_id = old.plan_id and v.version = old.version
    returning v.version`.execute(db);
  return rows.length;
};
