import type { MerchantDb } from '../../platform/db/index.ts';

/** Further numbers of customers, in the order they were given. */
export const furtherOf = async (db: MerchantDb, customerId: string): Promise<readonly string[]> =>
  (
    await db.whole
      .selectFrom('customerNumber')
      .select('customerNumber.phone')
      .where('customerNumber.customerId', '=', customerId)
      .orderBy('customerNumber.n')
      .execute()
  ).map(({ phone }) => phone);

/** Of several. */
export const furtherOfMany = async (
  db: MerchantDb,
  customers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows =
    customers.length === 0
      ? []
      : await db.whole
          .selectFrom('customerNumber')
          .select(['customerNumber.customerId', 'customerNumber.phone'])
          .where('customerNumber.customerId', 'in', [...customers])
          .orderBy('customerNumber.n')
          .execute();
  const found = new Map<string, string[]>();
  for (const { customerId, phone } of rows) found.set(customerId, [...(found.get(customerId) ?? []), phone]);
  return found;
};

/** Under the lock of the merchant's numbers, and none of them another's. */
export const setFurther = async (tx: MerchantDb, customerId: string, phones: readonly string[]): Promise<void> => {
  await tx.whole.deleteFrom('customerNumber').where('customerNumber.customerId', '=', customerId).execute();
  if (phones.length === 0) return;
  await tx
    .insertInto(
      'customerNumber',
      phones.map((phone, n) => ({ phone, customerId, n })),
    )
    .execute();
};
