import type { MerchantKind, RoleCode } from '@lianxian/core';
import type { MerchantDb, UnscopedDb } from '../../platform/db/index.ts';

interface NewMerchant {
  readonly number: string;
  readonly name: string;
  readonly kind: MerchantKind;
}
interface NewOwner {
  readonly account: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly demo: boolean;
  readonly roleCode: RoleCode;
  readonly mustChangePassword: boolean;
}

export const insertMerchant = async (db: UnscopedDb, merchant: NewMerchant): Promise<string> =>
  (await db.insertInto('merchant').values(merchant).returning('id').executeTakeFirstOrThrow()).id;

export const findMerchant = (db: UnscopedDb, number: string) =>
  db.selectFrom('merchant').select(['id', 'name', 'kind']).where('number', '=', number).executeTakeFirst();

/** There is one, where a demo or a command made it. */
export const platformMerchants = async (db: UnscopedDb): Promise<readonly string[]> => {
  const rows = await db.selectFrom('merchant').select('id').where('kind', '=', 'platform').limit(10).execute();
  return rows.map(({ id }) => id);
};

export const insertOwner = async (db: MerchantDb, owner: NewOwner): Promise<string> => {
  const row = {
    account: owner.account,
    name: owner.name,
    passwordHash: owner.passwordHash,
    roleCode: owner.roleCode,
    roleId: null,
    demo: owner.demo,
    mustChangePassword: owner.mustChangePassword,
  };
  return (await db.insertInto('employee', row).returning('employee.id').executeTakeFirstOrThrow()).id;
};

/** What a password is compared with when its owner is signed in already. */
export const findPassword = (db: MerchantDb, employeeId: string) =>
  db
    .selectFrom('employee')
    .select(['employee.account', 'employee.passwordHash', 'employee.passwordChangedAt'])
    .where('employee.id', '=', employeeId)
    .executeTakeFirst();

/**
 * A new password. Of its owner's making it is no public one any more, wherever it came from. With `instead`, of the one
 * that was proved, it is set only if that one still stands: false when another came first.
 */
export const setPassword = async (
  db: MerchantDb,
  employeeId: string,
  { passwordHash, mustChange, at, instead }: { passwordHash: string; mustChange: boolean; at: Date; instead?: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('employee')
    .set({ passwordHash, mustChangePassword: mustChange, passwordChangedAt: at, demo: false })
    .where('employee.id', '=', employeeId)
    .$if(instead !== undefined, query => query.where('employee.passwordHash', '=', instead ?? ''))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};
