import type { AccessKey, Button, DataScope, RoleTemplate } from '@lianxian/core';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

export interface NewRole {
  readonly name: string;
  readonly rights: readonly AccessKey[];
  readonly buttons: readonly Button[];
  readonly scope: DataScope;
  readonly template: RoleTemplate | null;
}

const roles = (db: MerchantDb) =>
  db
    .selectFrom('role')
    .select(['role.id', 'role.name', 'role.rights', 'role.buttons', 'role.scope', 'role.template'])
    .select(
      sql<number>`(select count(*)::int from employee where employee.merchant_id = role.merchant_id
        and employee.role_id = role.id and employee.removed_at is null)`.as('people'),
    );

/** Oldest first. */
export const listRoles = (db: MerchantDb, most: number) => roles(db).orderBy('role.id').limit(most).execute();

export const findRole = (db: MerchantDb, id: string) => roles(db).where('role.id', '=', id).executeTakeFirst();
export type Role = NonNullable<Awaited<ReturnType<typeof findRole>>>;

export const roleNamed = async (tx: MerchantDb, name: string, butId: string | null): Promise<boolean> =>
  (await tx
    .selectFrom('role')
    .select('role.id')
    .where(sql<boolean>`lower(role.name) = lower(${name})`)
    .where('role.id', 'is distinct from', butId)
    .executeTakeFirst()) !== undefined;

export const writeRole = async (tx: MerchantDb, id: string | null, role: NewRole): Promise<string> => {
  const row = { ...role, rights: [...role.rights], buttons: [...role.buttons] };
  if (id === null) return (await tx.insertInto('role', row).returning('role.id').executeTakeFirstOrThrow()).id;
  await tx.updateTable('role').set(row).where('role.id', '=', id).execute();
  return id;
};

export const deleteRole = async (tx: MerchantDb, id: string): Promise<void> => {
  await tx.deleteFrom('role').where('role.id', '=', id).execute();
};

/** Who holds it. */
export const peopleOfRole = async (tx: MerchantDb, id: string): Promise<readonly string[]> =>
  (await tx.selectFrom('employee').select('employee.id').where('employee.roleId', '=', id).execute()).map(
    row => row.id,
  );
