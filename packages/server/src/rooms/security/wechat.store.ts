import { sql } from 'kysely';
import type { HouseDb, MerchantDb } from '../../platform/db/index.ts';

/** A person's code in place of the one before; false when another person holds the same at this moment. */
export const keepCode = async (
  db: MerchantDb,
  employeeId: string,
  { codeHash, expiresAt }: { codeHash: string; expiresAt: Date },
): Promise<boolean> =>
  await db.transaction(async tx => {
    await removeCode(tx, employeeId);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('wechat_code', { employee_id: employeeId, code_hash: codeHash, expires_at: expiresAt })
      .onConflict(conflict => conflict.column('code_hash').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  });

/**
 * Whose code it is, and one try of it is used up; nothing when it is unknown, expired, tried out, or its owner may not
 * sign in any more.
 */
export const tryCode = async (db: HouseDb, codeHash: string, { at, most }: { at: Date; most: number }) =>
  await db
    .updateTable('wechat_code')
    .from('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchant_id')
    .whereRef('employee.merchant_id', '=', 'wechat_code.merchant_id')
    .whereRef('employee.id', '=', 'wechat_code.employee_id')
    .set({ tries: sql<number>`wechat_code.tries + 1` })
    .where('wechat_code.code_hash', '=', codeHash)
    .where('wechat_code.expires_at', '>', at)
    .where('wechat_code.tries', '<', most)
    .where('employee.active', '=', true)
    .where('merchant.active', '=', true)
    .returning(['wechat_code.merchant_id', 'wechat_code.employee_id', 'employee.name'])
    .executeTakeFirst();

export const removeCode = async (db: MerchantDb, employeeId: string, codeHash?: string): Promise<boolean> => {
  let query = db.deleteFrom('wechat_code').where('wechat_code.employee_id', '=', employeeId);
  if (codeHash !== undefined) query = query.where('wechat_code.code_hash', '=', codeHash);
  return (await query.executeTakeFirstOrThrow()).numDeletedRows === 1n;
};

/** The person's WeChat user in place of the one before; false when he is another person's of the merchant. */
export const bindUser = async (
  db: MerchantDb,
  employeeId: string,
  { openId, unionId, at }: { openId: string; unionId: string; at: Date },
): Promise<boolean> => {
  await unbindUser(db, employeeId);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('wechat_user', { employee_id: employeeId, open_id: openId, union_id: unionId, bound_at: at })
    .onConflict(conflict => conflict.columns(['merchant_id', 'open_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

export const unbindUser = async (db: MerchantDb, employeeId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('wechat_user')
    .where('wechat_user.employee_id', '=', employeeId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};

export const findBound = (db: MerchantDb, employeeId: string) =>
  db
    .selectFrom('wechat_user')
    .select('wechat_user.bound_at')
    .where('wechat_user.employee_id', '=', employeeId)
    .executeTakeFirst();
