import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** Anybody may ask: no more than this many wait, the oldest go first. */
const MOST_RESETS = 10_000;

/** Who signs in first at a merchant or a reseller, by what was typed; the platform's people are made by a command alone. */
export const findOwnerByAccount = (db: HouseDb, cid: string, account: string) =>
  db
    .selectFrom('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchant_id')
    .select(['employee.merchant_id', 'employee.id'])
    .where('merchant.number', '=', cid)
    .where(eb => eb(eb.fn<string>('lower', ['employee.account']), '=', account.toLowerCase()))
    .where('employee.role_code', 'in', ['company', 'agent'])
    .where('employee.active', '=', true)
    .where('merchant.active', '=', true)
    .executeTakeFirst();

export const keepReset = async (
  db: HouseDb,
  reset: { readonly secretHash: Buffer; readonly codeHash: string; readonly expiresAt: Date },
  at: Date,
): Promise<void> => {
  const { secretHash: secret_hash, codeHash: code_hash, expiresAt: expires_at } = reset;
  await db.insertInto('owner_reset').values({ secret_hash, code_hash, expires_at }).execute();
  await db.deleteFrom('owner_reset').where('expires_at', '<', at).execute();
  await db
    .deleteFrom('owner_reset')
    .where('secret_hash', 'in', eb =>
      eb.selectFrom('owner_reset').select('secret_hash').orderBy('expires_at', 'desc').offset(sql.lit(MOST_RESETS)),
    )
    .execute();
};

/** Confirms what waits with this code, once: false when there is none. */
export const confirmReset = async (
  tx: MerchantDb,
  house: HouseDb,
  { employeeId, codeHash, at, expiresAt }: { employeeId: string; codeHash: string; at: Date; expiresAt: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await house
    .updateTable('owner_reset')
    .set({ for_merchant_id: tx.merchantId, for_employee_id: employeeId, expires_at: expiresAt })
    .where('code_hash', '=', codeHash)
    .where('for_employee_id', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const findReset = (db: HouseDb, secretHash: Buffer, at: Date) =>
  db
    .selectFrom('owner_reset')
    .leftJoin('employee', join =>
      join
        .onRef('employee.merchant_id', '=', 'owner_reset.for_merchant_id')
        .onRef('employee.id', '=', 'owner_reset.for_employee_id'),
    )
    .select(['owner_reset.for_employee_id', 'employee.account'])
    .where('owner_reset.secret_hash', '=', secretHash)
    .where('owner_reset.expires_at', '>', at)
    .executeTakeFirst();

/** Takes a confirmed one away: it sets one password. */
export const takeReset = (db: HouseDb, secretHash: Buffer, at: Date) =>
  db
    .deleteFrom('owner_reset')
    .where('secret_hash', '=', secretHash)
    .where('for_employee_id', 'is not', null)
    .where('expires_at', '>', at)
    .returning(['for_merchant_id', 'for_employee_id'])
    .executeTakeFirst();
