import type { MerchantDb } from '../../platform/db/index.ts';

/** Has this person accepted this version? */
export const isAgreementAccepted = async (db: MerchantDb, employeeId: string, version: number): Promise<boolean> => {
  const row = await db
    .selectFrom('agreementAcceptance')
    .select('agreementAcceptance.at')
    .where('agreementAcceptance.employeeId', '=', employeeId)
    .where('agreementAcceptance.version', '=', version)
    .executeTakeFirst();
  return row !== undefined;
};

/** Once a version; the first time counts. False when it was accepted before. */
export const acceptAgreement = async (
  db: MerchantDb,
  { employeeId, version, at, ip }: { employeeId: string; version: number; at: Date; ip: string },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('agreementAcceptance', { employeeId, version, at, ip })
    .onConflict(conflict => conflict.columns(['merchantId', 'employeeId', 'version']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};
