import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';
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

/**
 * One failure more of an address; a window that began at `cutoff` or before is over, and a new one begins. One
 * statement, so that many at once, on many nodes, are all counted.
 */
export const countFailure = async (
  db: HouseDb,
  subject: Buffer,
  at: Date,
  cutoff: Date,
): Promise<{ failures: number; beganAt: Date }> => {
  const { rows } = await sql<{ failures: number; began_at: Date }>`
    insert into address_failure as kept (subject, failures, began_at) values (${subject}, 1, ${at})
    on conflict (subject) do update set
      failures = case when kept.began_at <= ${cutoff} then 1 else kept.failures + 1 end,
      began_at = case when kept.began_at <= ${cutoff} then excluded.began_at else kept.began_at end
    returning failures, began_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a failure was not counted');
  return { failures: row.failures, beganAt: row.began_at };
};

export const uncountFailure = async (db: HouseDb, subject: Buffer): Promise<void> => {
  await db
    .updateTable('address_failure')
    .set(eb => ({ failures: eb.fn<number>('greatest', [eb('failures', '-', 1), sql.lit(0)]) }))
    .where('subject', '=', subject)
    .execute();
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

export const noteSignIn = async (db: MerchantDb, employeeId: string, at: Date, ip: string): Promise<void> => {
  await db
    .updateTable('employee')
    .set({ last_login_at: at, last_login_ip: ip })
    .where('employee.id', '=', employeeId)
    .execute();
};
