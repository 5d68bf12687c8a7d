import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** Who may sign in with this merchant number and account. */
export const findByAccount = (db: HouseDb, cid: string, account: string) =>
  db
    .selectFrom('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchant_id')
    .leftJoin('merchant_settings', 'merchant_settings.merchant_id', 'merchant.id')
    .select(['employee.merchant_id', 'employee.id', 'employee.name', 'employee.password_hash', 'employee.demo'])
    .select(['merchant.kind', 'merchant_settings.demands_factor'])
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
