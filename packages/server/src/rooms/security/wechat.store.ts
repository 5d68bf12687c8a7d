import { sql } from 'kysely';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

/** A person's code in place of the one before; false when another person holds the same at this moment. */
export const keepCode = async (
  db: MerchantDb,
  employeeId: string,
  { codeHash, expiresAt }: { codeHash: string; expiresAt: Date },
): Promise<boolean> =>
  await db.transaction(async tx => {
    await removeCode(tx, employeeId);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('wechatCode', { employeeId, codeHash, expiresAt })
      .onConflict(conflict => conflict.column('codeHash').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  });

/**
 * Whose code it is, and one try of it is used up; nothing when it is unknown, expired, tried out, or its owner may not
 * sign in any more.
 */
export const tryCode = async (db: UnscopedDb, codeHash: string, { at, most }: { at: Date; most: number }) =>
  await db
    .updateTable('wechatCode')
    .from('employee')
    .innerJoin('merchant', 'merchant.id', 'employee.merchantId')
    .whereRef('employee.merchantId', '=', 'wechatCode.merchantId')
    .whereRef('employee.id', '=', 'wechatCode.employeeId')
    .set({ tries: sql<number>`wechat_code.tries + 1` })
    .where('wechatCode.codeHash', '=', codeHash)
    .where('wechatCode.expiresAt', '>', at)
    .where('wechatCode.tries', '<', most)
    .where('employee.active', '=', true)
    .where('merchant.active', '=', true)
    .returning(['wechatCode.merchantId', 'wechatCode.employeeId', 'employee.name'])
    .executeTakeFirst();

export const removeCode = async (db: MerchantDb, employeeId: string, codeHash?: string): Promise<boolean> => {
  let query = db.deleteFrom('wechatCode').where('wechatCode.employeeId', '=', employeeId);
  if (codeHash !== undefined) query = query.where('wechatCode.codeHash', '=', codeHash);
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
    .insertInto('wechatUser', { employeeId, openId, unionId, boundAt: at })
    .onConflict(conflict => conflict.columns(['merchantId', 'openId']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

export const unbindUser = async (db: MerchantDb, employeeId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('wechatUser')
    .where('wechatUser.employeeId', '=', employeeId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
};

export const findBound = (db: MerchantDb, employeeId: string) =>
  db
    .selectFrom('wechatUser')
    .select('wechatUser.boundAt')
    .where('wechatUser.employeeId', '=', employeeId)
    .executeTakeFirst();
