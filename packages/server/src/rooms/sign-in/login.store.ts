import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Who may sign in with this merchant number and account. */
export const findByAccount = (db: UnscopedDb, cid: string, account: string) =>
  db
    .selectFrom('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchantId')
    .leftJoin('merchantSettings', 'merchantSettings.merchantId', 'merchant.id')
    .select(['employee.merchantId', 'employee.id', 'employee.name', 'employee.passwordHash', 'employee.demo'])
    .select(['merchant.kind', 'merchantSettings.demandsFactor'])
    .where('merchant.number', '=', cid)
    .where(eb => eb(eb.fn<string>('lower', ['employee.account']), '=', account.toLowerCase()))
    .where('employee.active', '=', true)
    .where('merchant.active', '=', true)
    .executeTakeFirst();

export const noteSignIn = async (db: MerchantDb, employeeId: string, at: Date, ip: string): Promise<void> => {
  await db
    .updateTable('employee')
    .set({ lastLoginAt: at, lastLoginIp: ip })
    .where('employee.id', '=', employeeId)
    .execute();
};
