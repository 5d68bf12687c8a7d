import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** What the purge of old recordings reads and removes; oldest first, which is the order of calls' ids. */
export interface Retention {
  readonly merchantId: string;
  readonly days: number;
}

/** Merchants after this one in the order of ids, with the days their recordings are kept. */
export const retentionsAfter = (
  db: UnscopedDb,
  after: string,
  limit: number,
  usualDays: number,
): Promise<readonly Retention[]> =>
  db
    .selectFrom('merchant')
    .leftJoin('merchantSettings', 'merchantSettings.merchantId', 'merchant.id')
    .select('merchant.id as merchantId')
    .select(sql<number>`coalesce(merchant_settings.recording_days, ${usualDays}::int)`.as('days'))
    .where('merchant.id', '>', after)
    .orderBy('merchant.id')
    .limit(limit)
    .execute();

/**
 * The oldest calls after this one whose sound or words are kept, and whether they ended before. Fewer than `limit`: these are
 * all. From where the last chunk ended: what that removed is not stepped over again.
 */
export const oldestKept = async (
  db: UnscopedDb,
  { merchantId, after, before }: { readonly merchantId: string; readonly after: string; readonly before: Date },
  limit: number,
) => {
  const { rows } = await sql<{ id: string; file: string | null; isOld: boolean }>`
    select call.id, call.file, call.ended_at < ${before} as is_old
    from (
      (select call_id from call_recording
        where merchant_id = ${merchantId} and call_id > ${after} order by call_id limit ${limit})
      union
      (select call_id from call_transcript
        where merchant_id = ${merchantId} and call_id > ${after} and lines <> '[]'::jsonb order by call_id limit ${limit})
      union
      (select call_id from seat_work
        where merchant_id = ${merchantId} and call_id > ${after} and (draft <> '[]'::jsonb or note <> '' or told is not null)
        order by call_id limit ${limit})
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
    .deleteFrom('callRecording')
    .where('callRecording.callId', 'in', ids)
    .returning('callRecording.fileId')
    .execute();
  if (files.length > 0)
    await tx
      .deleteFrom('file')
      .where(
        'file.id',
        'in',
        files.map(row => row.fileId),
      )
      .execute();
  const { numUpdatedRows } = await tx
    .updateTable('callTranscript')
    .set({ lines: '[]', facts: null })
    .where('callTranscript.callId', 'in', ids)
    .where(sql<boolean>`(call_transcript.lines <> '[]'::jsonb or call_transcript.facts is not null)`)
    .executeTakeFirst();
  await tx
    .updateTable('seatWork')
    .set({ draft: '[]', note: '', told: null })
    .where('seatWork.callId', 'in', ids)
    .execute();
  await tx.updateTable('seatCall').set({ before: null }).where('seatCall.callId', 'in', ids).execute();
  await tx.deleteFrom('missedLine').where('missedLine.callId', 'in', ids).execute();
  return { recordings: files.length, transcripts: Number(numUpdatedRows) };
};

/** A version by its key, in the order of the trials' index. */
export interface VersionKey {
  readonly merchantId: string;
  readonly planId: string;
  readonly version: number;
}
export const FIRST_VERSION: VersionKey = { merchantId: '0', planId: '0', version: -2_147_483_648 };

/**
 * Of the next `limit` drafts that were tried by telephone before that time, after this key: those of no call any more go.
 * Answers the last one looked at; null: there were none.
 */
export const dropTrials = async (
  db: UnscopedDb,
  before: Date,
  after: VersionKey,
  limit: number,
): Promise<VersionKey | null> => {
  const { rows } = await sql<VersionKey>`
    with looked as (
      select merchant_id, plan_id, version, published_at from plan_version
      where version < 0 and (merchant_id, plan_id, version) > (${after.merchantId}, ${after.planId}, ${after.version})
      order by merchant_id, plan_id, version limit ${limit}),
    gone as (
      delete from plan_version v using looked l
      where v.merchant_id = l.merchant_id and v.plan_id = l.plan_id and v.version = l.version and l.published_at < ${before}
        and not exists (select from call c
          where c.merchant_id = l.merchant_id and c.plan_id = l.plan_id and c.plan_version = l.version))
    select merchant_id, plan_id, version from looked order by merchant_id desc, plan_id desc, version desc limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
};

/** Test conversations of plans that were removed before that time. */
export const dropRemovedTests = async (db: UnscopedDb, before: Date): Promise<void> => {
  await sql`delete from plan_test t using plan p
    where p.removed_at < ${before} and t.merchant_id = p.merchant_id and t.plan_id = p.id`.execute(db);
};

/** Of plans that were removed before that time the versions that no call and no task names, `limit` at most; how many went. */
export const dropRemovedVersions = async (db: UnscopedDb, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from plan_version where (merchant_id, plan_id, version) in (
      select v.merchant_id, v.plan_id, v.version from plan p
        join plan_version v on v.merchant_id = p.merchant_id and v.plan_id = p.id
      where p.removed_at < ${before}
        and not exists (select from call c
          where c.merchant_id = v.merchant_id and c.plan_id = v.plan_id and c.plan_version = v.version)
        and not exists (select from task t
          where t.merchant_id = v.merchant_id and t.plan_id = v.plan_id and t.plan_version = v.version)
      limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** Of these recordings (paths below the recordings' folder, without extension) those that a file or a live call names. */
export const knownRecordings = async (db: UnscopedDb, bases: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ base: string }>`
    select base from unnest(${[...bases]}::text[]) base
    where exists (select from file where file.path = 'recordings/' || base || '.wav')
      or base in (select call.file from call where call.stage <> 'ended' and call.file is not null)`.execute(db);
  return new Set(rows.map(row => row.base));
};

/** When this database was made: sound that is older was never named by it. */
export const databaseMadeAt = async (db: UnscopedDb): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`select min(timestamp)::timestamptz as at from kysely_migration`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database has no migrations');
  return row.at;
};

/** What is cleared, each for itself: of calls, then files that wait for nobody, then voices' cache (by the calls process). */
export const CLEARED = ['recordings', 'trials', 'records', 'strays', 'files', 'unused', 'prompts', 'sms'] as const;
export type Cleared = (typeof CLEARED)[number];

/** A part of the clearing came to its end. */
export const noteCleared = async (db: UnscopedDb, part: Cleared, at: Date): Promise<void> => {
  await sql`
    insert into retention_part (part, succeeded_at) values (${part}, ${at})
    on conflict (part) do update set succeeded_at = excluded.succeeded_at, told_at = null`.execute(db);
};

/**
 * Parts that have not come to their end since `before`, of which nobody was told since then; they count as told now. One that
 * never did begins to count when it is first asked for.
 */
export const overdueParts = async (
  db: UnscopedDb,
  { at, before }: { readonly at: Date; readonly before: Date },
): Promise<readonly string[]> => {
  const { rows } = await sql<{ part: string }>`
    with known as (
      insert into retention_part (part, succeeded_at) select part, ${at} from unnest(${[...CLEARED]}::text[]) part
      order by part on conflict do nothing)
    update retention_part set told_at = ${at}
    where part = any(${[...CLEARED]}::text[]) and succeeded_at < ${before} and (told_at is null or told_at < ${before})
    returning part`.execute(db);
  return rows.map(row => row.part).sort();
};

/** Who looks after the installation. */
export const platformMerchants = (db: UnscopedDb) =>
  db.selectFrom('merchant').select('merchant.id').where('merchant.kind', '=', 'platform').execute();
