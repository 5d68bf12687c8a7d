import type { TableLook, TableName } from '@lianxian/contract';
import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

/** A saved view as its owner has it; `isDefault`: the page begins with it; `isShared`: his department has it as well. */
interface View {
  readonly table: TableName;
  readonly name: string;
  readonly query: string;
  readonly look: TableLook;
  readonly isDefault: boolean;
  readonly isShared: boolean;
}

export const lookOf = async (db: MerchantDb, employeeId: string, table: TableName): Promise<TableLook | null> =>
  (
    await db
      .selectFrom('tableLook')
      .select('tableLook.look')
      .where('tableLook.employeeId', '=', employeeId)
      .where('tableLook.name', '=', table)
      .executeTakeFirst()
  )?.look ?? null;

export const saveLook = async (
  db: MerchantDb,
  employeeId: string,
  table: TableName,
  look: TableLook,
): Promise<void> => {
  await db
    .insertInto('tableLook', { employeeId, name: table, look: JSON.stringify(look) })
    .onConflict(conflict =>
      conflict.columns(['merchantId', 'employeeId', 'name']).doUpdateSet({ look: JSON.stringify(look) }),
    )
    .execute();
};

const own = (db: MerchantDb, employeeId: string) =>
  db.selectFrom('tableView').where('tableView.employeeId', '=', employeeId);

/** In the order they were saved; never more than one may have. */
export const viewsOf = (db: MerchantDb, employeeId: string, table: TableName) =>
  own(db, employeeId)
    .select(['tableView.id', 'tableView.name', 'tableView.query', 'tableView.look', 'tableView.isDefault'])
    .select('tableView.isShared')
    .where('tableView.tableName', '=', table)
    .orderBy('tableView.id')
    .execute();

const MOST_SHARED = 50;

/** Views that others share with the department one is in, or with one above it; who is in none shares with everybody. */
export const viewsShared = (
  db: MerchantDb,
  { employeeId, departmentPath }: { readonly employeeId: string; readonly departmentPath: string },
  table: TableName,
) =>
  db
    .selectFrom('tableView')
    .innerJoin('employee', join =>
      join.onRef('employee.merchantId', '=', 'tableView.merchantId').onRef('employee.id', '=', 'tableView.employeeId'),
    )
    .leftJoin('department', join =>
      join
        .onRef('department.merchantId', '=', 'employee.merchantId')
        .onRef('department.id', '=', 'employee.departmentId'),
    )
    .select(['tableView.id', 'tableView.name', 'tableView.query', 'tableView.look', 'employee.name as by'])
    .where('tableView.isShared', '=', true)
    .where('tableView.tableName', '=', table)
    .where('tableView.employeeId', '<>', employeeId)
    .where('employee.removedAt', 'is', null)
    .where(sql<boolean>`starts_with(${departmentPath}, coalesce(department.path, ''))`)
    .orderBy('tableView.id')
    .limit(MOST_SHARED)
    .execute();

/** One's views are changed by one request at a time: their number and the one default hold. Rows that name the person may come. */
export const lockViews = async (tx: MerchantDb, employeeId: string): Promise<void> => {
  await tx
    .selectFrom('employee')
    .select('employee.id')
    .where('employee.id', '=', employeeId)
    .forNoKeyUpdate()
    .executeTakeFirst();
};

/** Adds a view, or changes the one with this id; null: there is none. */
export const writeView = async (
  tx: MerchantDb,
  employeeId: string,
  id: string | null,
  { table, name, query, look, isDefault, isShared }: View,
): Promise<string | null> => {
  if (isDefault)
    await tx
      .updateTable('tableView')
      .set({ isDefault: false })
      .where('tableView.employeeId', '=', employeeId)
      .where('tableView.tableName', '=', table)
      .where('tableView.isDefault', '=', true)
      .execute();
  const parts = { name, query, look: JSON.stringify(look), isDefault, isShared };
  if (id === null)
    return (
      await tx
        .insertInto('tableView', { ...parts, employeeId, tableName: table })
        .returning('tableView.id')
        .executeTakeFirstOrThrow()
    ).id;
  const changed = await tx
    .updateTable('tableView')
    .set(parts)
    .where('tableView.employeeId', '=', employeeId)
    .where('tableView.tableName', '=', table)
    .where('tableView.id', '=', id)
    .returning('tableView.id')
    .executeTakeFirst();
  return changed?.id ?? null;
};

/** False: there is none of this person with that id. */
export const removeView = async (db: MerchantDb, employeeId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('tableView')
    .where('tableView.employeeId', '=', employeeId)
    .where('tableView.id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};
