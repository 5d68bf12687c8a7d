import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** One person's browsers: the ones not seen for longest go when there are more. */
const MOST_DEVICES = 20;

/** Whether the browser with this secret signed in to this account before; asked by what was typed, so it tells nobody which accounts there are. */
export const isDeviceOf = async (
  db: UnscopedDb,
  { cid, account }: { readonly cid: string; readonly account: string },
  secretHash: Buffer,
): Promise<boolean> => {
  const row = await db
    .selectFrom('knownDevice')
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'knownDevice.merchantId')
        .onRef('employee.id', '=', 'knownDevice.employeeId'),
    )
    .innerJoin('merchant', 'merchant.id', 'knownDevice.merchantId')
    .select('knownDevice.employeeId')
    .where('merchant.number', '=', cid)
    .where(eb => eb(eb.fn<string>('lower', ['employee.account']), '=', account.toLowerCase()))
    .where('knownDevice.secretHash', '=', secretHash)
    .executeTakeFirst();
  return row !== undefined;
};

/** The browser is known from now on. */
export const noteDevice = async (tx: MerchantDb, employeeId: string, secretHash: Buffer, at: Date): Promise<void> => {
  await tx
    .insertInto('knownDevice', { employeeId, secretHash, seenAt: at })
    .onConflict(conflict => conflict.columns(['merchantId', 'employeeId', 'secretHash']).doUpdateSet({ seenAt: at }))
    .execute();
  const surplus = await tx
    .selectFrom('knownDevice')
    .select('knownDevice.secretHash')
    .where('knownDevice.employeeId', '=', employeeId)
    .orderBy('knownDevice.seenAt', 'desc')
    .offset(sql.lit(MOST_DEVICES))
    .execute();
  if (surplus.length === 0) return;
  const hashes = surplus.map(row => row.secretHash);
  await tx
    .deleteFrom('knownDevice')
    .where('knownDevice.employeeId', '=', employeeId)
    .where('knownDevice.secretHash', 'in', hashes)
    .execute();
};
