import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Rules of the pool, and what the parameters are called; a merchant that said nothing has these. */
export interface CustomerSettings {
  readonly names: readonly string[];
  readonly most: number;
  readonly coolDays: number;
  readonly returnDays: number;
  readonly warnDays: number;
}

const usual: CustomerSettings = {
  names: Array.from({ length: 20 }, () => ''),
  most: 0,
  coolDays: 0,
  returnDays: 0,
  warnDays: 3,
};

export const readSettings = async (db: MerchantDb): Promise<CustomerSettings> =>
  (await db
    .selectFrom('customerSettings')
    .select([
      'customerSettings.names',
      'customerSettings.most',
      'customerSettings.coolDays',
      'customerSettings.returnDays',
      'customerSettings.warnDays',
    ])
    .executeTakeFirst()) ?? usual;

export const saveSettings = async (tx: MerchantDb, settings: CustomerSettings): Promise<void> => {
  await tx
    .insertInto('customerSettings', settings)
    .onConflict(conflict => conflict.column('merchantId').doUpdateSet(settings))
    .execute();
};

/** How many customers somebody has. */
export const countOwned = async (db: MerchantDb, employeeId: string): Promise<number> =>
  Number(
    (
      await db.whole
        .selectFrom('customer')
        .select(eb => eb.fn.countAll<string>().as('n'))
        .where('customer.removedAt', 'is', null)
        .where('customer.ownerId', '=', employeeId)
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Days of the library are those of the merchant's calendar. */
export const zoneOf = async (db: UnscopedDb, merchantId: string): Promise<string> =>
  (await db.selectFrom('merchant').select('zone').where('id', '=', merchantId).executeTakeFirstOrThrow()).zone;
