import { MOST_UNREAD } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Types 1–5 are reminders; 6 and 7 only make a page do something. */
const LAST_REMINDER = 5;

const remindersOf = (db: MerchantDb, employeeId: string, since: Date) =>
  db
    .selectFrom('pushMessage')
    .where('pushMessage.employeeId', '=', employeeId)
    .where('pushMessage.type', '<=', LAST_REMINDER)
    .where('pushMessage.at', '>', since);

/** Newest first, those before `after`; one more than `limit` when there are more. */
export const listReminders = (
  db: MerchantDb,
  employeeId: string,
  { since, after, limit }: { since: Date; after: string | null; limit: number },
) =>
  remindersOf(db, employeeId, since)
    .select([
      'pushMessage.seq',
      'pushMessage.type',
      'pushMessage.msg',
      'pushMessage.phone',
      'pushMessage.ref',
      'pushMessage.task',
      'pushMessage.fileId',
      'pushMessage.at',
      'pushMessage.readAt',
    ])
    .$if(after !== null, query => query.where('pushMessage.seq', '<', after))
    .orderBy('pushMessage.seq', 'desc')
    .limit(limit + 1)
    .execute();

/** How many are unread, counted up to {@link MOST_UNREAD}. */
export const countUnread = async (db: MerchantDb, employeeId: string, since: Date): Promise<number> => {
  const unread = await remindersOf(db, employeeId, since)
    .where('pushMessage.readAt', 'is', null)
    .select('pushMessage.seq')
    .limit(MOST_UNREAD)
    .execute();
  return unread.length;
};

const unreadOf = (db: MerchantDb, employeeId: string) =>
  db
    .updateTable('pushMessage')
    .where('pushMessage.employeeId', '=', employeeId)
    .where('pushMessage.type', '<=', LAST_REMINDER)
    .where('pushMessage.readAt', 'is', null);

export const readThese = async (
  db: MerchantDb,
  employeeId: string,
  seqs: readonly string[],
  at: Date,
): Promise<void> => {
  await unreadOf(db, employeeId).set({ readAt: at }).where('pushMessage.seq', 'in', seqs).execute();
};

export const readUpTo = async (db: MerchantDb, employeeId: string, seq: string, at: Date): Promise<void> => {
  await unreadOf(db, employeeId).set({ readAt: at }).where('pushMessage.seq', '<=', seq).execute();
};

/** Removes some that are too old: reminders of before `month`, the others of before `day`. Says how many. */
export const removeOld = async (
  db: UnscopedDb,
  { day, month }: { day: Date; month: Date },
  limit: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from push_message
    where (merchant_id, employee_id, seq) in (
      (select merchant_id, employee_id, seq from push_message where type <= 5 and at < ${month} limit ${limit})
      union all
      (select merchant_id, employee_id, seq from push_message where type > 5 and at < ${day} limit ${limit})
    )
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
};
