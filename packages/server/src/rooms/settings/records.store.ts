import { sql } from 'kysely';
import type { UnscopedDb } from '../../platform/db/index.ts';

/** How long records are kept, and what is read and removed when they go (decision 78). */

export const recordDaysOf = async (db: UnscopedDb): Promise<number> =>
  (await db.selectFrom('recordKeeping').select('recordDays').executeTakeFirstOrThrow()).recordDays;

export const saveRecordDays = async (db: UnscopedDb, recordDays: number): Promise<void> => {
  await db.updateTable('recordKeeping').set({ recordDays }).execute();
};

/** Parts of the months to come; they are also made at every start. */
export const keepMonthsAhead = async (db: UnscopedDb): Promise<void> => {
  await sql`select keep_months()`.execute(db);
};

/** PostgreSQL looks at each month by itself, and never at all of them together, by which it plans joins. */
export const analyzeCalls = async (db: UnscopedDb): Promise<void> => {
  await sql`analyze call, call_transcript, call_recording, call_correction`.execute(db);
};

/** Ids of calls from the first one on, up to before the second. */
interface Ids {
  readonly from: string;
  readonly until: string;
}
export interface Month extends Ids {
  readonly month: number;
  /** `2026_11`. */
  readonly name: string;
}

/** The oldest month there is, when it was over before that time. */
export const monthToLeave = async (db: UnscopedDb, before: Date): Promise<Month | null> => {
  const { rows } = await sql<Month>`
    select oldest as month, month_name(oldest) as name, first_id(oldest)::text as from, first_id(oldest + 1)::text as until
    from id_month where oldest < month_of(${before}) and oldest < newest`.execute(db);
  return rows[0] ?? null;
};

/** Ids of before there were months: their part stays, and its rows go one by one. */
export const idsBeforeMonths = async (db: UnscopedDb): Promise<Ids> => {
  const { rows } = await sql<{ until: string }>`select first_id(oldest)::text as until from id_month`.execute(db);
  return { from: '0', until: rows[0]?.until ?? '0' };
};

/** Merchants with calls of these ids, and how many. */
export const merchantsOf = async (
  db: UnscopedDb,
  { from, until }: Ids,
): Promise<readonly { readonly merchantId: string; readonly calls: number }[]> => {
  const { rows } = await sql<{ merchantId: string; calls: number }>`
    select merchant.id as merchant_id, own.calls from merchant cross join lateral (
      select count(*)::int as calls from call
      where call.merchant_id = merchant.id and call.id >= ${from} and call.id < ${until}) own
    where own.calls > 0 order by merchant.id`.execute(db);
  return rows;
};

/** The next calls of a merchant after one, with the name of their files where sound or words may still lie on the disk. */
export const nextRecords = async (
  db: UnscopedDb,
  { merchantId, after, until }: { readonly merchantId: string; readonly after: string; readonly until: string },
  limit: number,
) => {
  const { rows } = await sql<{ id: string; file: string | null; endedAt: Date | null }>`
    select call.id, call.ended_at, case when exists (select from call_recording r
        where r.merchant_id = call.merchant_id and r.call_id = call.id)
      or exists (select from call_transcript t
        where t.merchant_id = call.merchant_id and t.call_id = call.id and t.lines <> '[]'::jsonb) then call.file end as file
    from call where call.merchant_id = ${merchantId} and call.id > ${after} and call.id < ${until}
    order by call.id limit ${limit}`.execute(db);
  return rows;
};

/** What other tables say of these calls; what hangs on them goes with them. */
export const dropBesides = async (tx: UnscopedDb, merchantId: string, calls: readonly string[]): Promise<void> => {
  const ids = sql`any(${[...calls]}::bigint[])`;
  await sql`
    with sound as (
      delete from call_recording where merchant_id = ${merchantId} and call_id = ${ids} returning file_id),
    attempts as (
      delete from attempt using call where call.merchant_id = ${merchantId} and call.id = ${ids}
        and attempt.merchant_id = call.merchant_id and attempt.callee_id = call.callee_id and attempt.attempt = call.attempt),
    people as (delete from follow_up where merchant_id = ${merchantId} and call_id = ${ids}),
    todos as (delete from todo where merchant_id = ${merchantId} and call_id = ${ids} and state = 'done'),
    tests as (delete from back_test_change where merchant_id = ${merchantId} and call_id = ${ids})
    delete from file using sound where file.merchant_id = ${merchantId} and file.id = sound.file_id`.execute(tx);
};

/** Rows of calls, with all that hangs on each. */
export const dropCalls = async (tx: UnscopedDb, merchantId: string, calls: readonly string[]): Promise<void> => {
  await sql`delete from call where merchant_id = ${merchantId} and id = any(${[...calls]}::bigint[])`.execute(tx);
};

/** The month leaves, whatever it holds; it is the owner of the tables who drops its parts (migration 0080). */
export const dropMonth = async (tx: UnscopedDb, { month }: Month): Promise<void> => {
  await sql`select drop_month(${month}::int)`.execute(tx);
};
