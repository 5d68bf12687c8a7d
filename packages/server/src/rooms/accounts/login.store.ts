import type { HouseDb } from '../../platform/db/index.ts';
import type { Failures } from './lock.policy.ts';

export const findFailures = async (
  db: HouseDb,
  subject: Buffer,
): Promise<(Failures & { lastAt: Date }) | undefined> => {
  const row = await db.selectFrom('login_failure').selectAll().where('subject', '=', subject).executeTakeFirst();
  return row && { count: row.failures, lockedUntil: row.locked_until, lastAt: row.last_at };
};

export const keepFailures = async (
  db: HouseDb,
  subject: Buffer,
  { count, lockedUntil, lastAt }: Failures & { lastAt: Date },
): Promise<void> => {
  const row = { failures: count, locked_until: lockedUntil, last_at: lastAt };
  await db
    .insertInto('login_failure')
    .values({ subject, ...row })
    .onConflict(conflict => conflict.column('subject').doUpdateSet(row))
    .execute();
};

export const forgetFailures = async (db: HouseDb, subject: Buffer): Promise<void> => {
  await db.deleteFrom('login_failure').where('subject', '=', subject).execute();
};

/** Who may sign in with this merchant number and account. */
export const findByAccount = (db: HouseDb, cid: string, account: string) =>
  db
    .selectFrom('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchant_id')
    .select(['employee.merchant_id', 'employee.id', 'employee.name', 'employee.password_hash', 'employee.demo'])
    .where('merchant.number', '=', cid)
    .where(eb => eb(eb.fn<string>('lower', ['employee.account']), '=', account.toLowerCase()))
    .where('employee.active', '=', true)
    .where('merchant.active', '=', true)
    .executeTakeFirst();
