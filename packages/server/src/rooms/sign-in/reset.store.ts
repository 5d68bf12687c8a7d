import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** Anybody may ask: no more than this many wait, the oldest go first. */
const MOST_RESETS = 10_000;

/** Who signs in first at a merchant or a reseller, by what was typed; the platform's people are made by a command alone. */
export const findOwnerByAccount = (db: UnscopedDb, cid: string, account: string) =>
  db
    .selectFrom('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchantId')
    .select(['employee.merchantId', 'employee.id'])
    .where('merchant.number', '=', cid)
    .where(eb => eb(eb.fn<string>('lower', ['employee.account']), '=', account.toLowerCase()))
    .where('employee.roleCode', 'in', ['company', 'agent'])
    .where('employee.active', '=', true)
    .where('merchant.active', '=', true)
    .executeTakeFirst();

export const keepReset = async (
  db: UnscopedDb,
  reset: { readonly secretHash: Buffer; readonly codeHash: string; readonly expiresAt: Date },
  at: Date,
): Promise<void> => {
  const { secretHash, codeHash, expiresAt } = reset;
  await db.insertInto('ownerReset').values({ secretHash, codeHash, expiresAt }).execute();
  await db.deleteFrom('ownerReset').where('expiresAt', '<', at).execute();
  await db
    .deleteFrom('ownerReset')
    .where('secretHash', 'in', eb =>
      eb.selectFrom('ownerReset').select('secretHash').orderBy('expiresAt', 'desc').offset(sql.lit(MOST_RESETS)),
    )
    .execute();
};

/** Confirms what waits with this code, once: false when there is none. */
export const confirmReset = async (
  tx: MerchantDb,
  house: UnscopedDb,
  { employeeId, codeHash, at, expiresAt }: { employeeId: string; codeHash: string; at: Date; expiresAt: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await house
    .updateTable('ownerReset')
    .set({ forMerchantId: tx.merchantId, forEmployeeId: employeeId, expiresAt })
    .where('codeHash', '=', codeHash)
    .where('forEmployeeId', 'is', null)
    .where('expiresAt', '>', at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const findReset = (db: UnscopedDb, secretHash: Buffer, at: Date) =>
  db
    .selectFrom('ownerReset')
    .leftJoin('employee', join =>
      join
        .onRef('employee.merchantId', '=', 'ownerReset.forMerchantId')
        .onRef('employee.id', '=', 'ownerReset.forEmployeeId'),
    )
    .select(['ownerReset.forEmployeeId', 'employee.account'])
    .where('ownerReset.secretHash', '=', secretHash)
    .where('ownerReset.expiresAt', '>', at)
    .executeTakeFirst();

/** Takes a confirmed one away: it sets one password. */
export const takeReset = (db: UnscopedDb, secretHash: Buffer, at: Date) =>
  db
    .deleteFrom('ownerReset')
    .where('secretHash', '=', secretHash)
    .where('forEmployeeId', 'is not', null)
    .where('expiresAt', '>', at)
    .returning(['forMerchantId', 'forEmployeeId'])
    .executeTakeFirst();
