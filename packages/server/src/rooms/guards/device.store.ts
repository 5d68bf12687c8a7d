import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** One person's browsers: the ones not seen for longest go when there are more. */
const MOST_DEVICES = 20;

/** Whether the browser with this secret signed in to this account before; asked by what was typed, so it tells nobody which accounts there are. */
export const isDeviceOf = async (
  db: HouseDb,
  { cid, account }: { readonly cid: string; readonly account: string },
  secretHash: Buffer,
): Promise<boolean> => {
  const row = await db
    .selectFrom('known_device')
    .innerJoin('employee', join =>
      join
        .onRef('employee.merchant_id', '=', 'known_device.merchant_id')
        .onRef('employee.id', '=', 'known_device.employee_id'),
    )
    .innerJoin('merchant', 'merchant.id', 'known_device.merchant_id')
    .select('known_device.employee_id')
    .where('merchant.number', '=', cid)
    .where(eb => eb(eb.fn<string>('lower', ['employee.account']), '=', account.toLowerCase()))
    .where('known_device.secret_hash', '=', secretHash)
    .executeTakeFirst();
  return row !== undefined;
};

/** The browser is known from now on. */
export const noteDevice = async (tx: MerchantDb, employeeId: string, secretHash: Buffer, at: Date): Promise<void> => {
  await tx
    .insertInto('known_device', { employee_id: employeeId, secret_hash: secretHash, seen_at: at })
    .onConflict(conflict =>
      conflict.columns(['merchant_id', 'employee_id', 'secret_hash']).doUpdateSet({ seen_at: at }),
    )
    .execute();
  const surplus = await tx
    .selectFrom('known_device')
    .select('known_device.secret_hash')
    .where('known_device.employee_id', '=', employeeId)
    .orderBy('known_device.seen_at', 'desc')
    .offset(sql.lit(MOST_DEVICES))
    .execute();
  if (surplus.length === 0) return;
  const hashes = surplus.map(row => row.secret_hash);
  await tx
    .deleteFrom('known_device')
    .where('known_device.employee_id', '=', employeeId)
    .where('known_device.secret_hash', 'in', hashes)
    .execute();
};
