import type { MerchantDb } from '../../platform/db/index.ts';

/** How a person of the merchant is called; empty when there is none. */
export const nameOfPerson = async (db: MerchantDb, employeeId: string): Promise<string> =>
  (await db.selectFrom('employee').select('employee.name').where('employee.id', '=', employeeId).executeTakeFirst())
    ?.name ?? '';
