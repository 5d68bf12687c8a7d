import type { TableLook, TableName } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';

/** A saved view as its owner has it; `isDefault`: the page begins with it. */
export interface View {
  readonly table: TableName;
  readonly name: string;
  readonly query: string;
  readonly look: TableLook;
  readonly isDefault: boolean;
}

export const lookOf = async (db: MerchantDb, employeeId: string, table: TableName): Promise<TableLook | null> =>
  (
    await db
      .selectFrom('table_look')
      .select('table_look.look')
      .where('table_look.employee_id', '=', employeeId)
      .where('table_look.name', '=', table)
      .executeTakeFirst()
  )?.look ?? null;

export const saveLook = async (
  db: MerchantDb,
  employeeId: string,
  table: TableName,
  look: TableLook,
): Promise<void> => {
  await db
    .insertInto('table_look', { employee_id: employeeId, name: table, look: JSON.stringify(look) })
    .onConflict(conflict =>
      conflict.columns(['merchant_id', 'employee_id', 'name']).doUpdateSet({ look: JSON.stringify(look) }),
    )
    .execute();
};

const own = (db: MerchantDb, employeeId: string) =>
  db.selectFrom('table_view').where('table_view.employee_id', '=', employeeId);

/** In the order they were saved; never more than one may have. */
export const viewsOf = (db: MerchantDb, employeeId: string, table: TableName) =>
  own(db, employeeId)
    .select(['table_view.id', 'table_view.name', 'table_view.query', 'table_view.look', 'table_view.is_default'])
    .where('table_view.table_name', '=', table)
    .orderBy('table_view.id')
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
  { table, name, query, look, isDefault }: View,
): Promise<string | null> => {
  if (isDefault)
    await tx
      .updateTable('table_view')
      .set({ is_default: false })
      .where('table_view.employee_id', '=', employeeId)
      .where('table_view.table_name', '=', table)
      .where('table_view.is_default', '=', true)
      .execute();
  const parts = { name, query, look: JSON.stringify(look), is_default: isDefault };
  if (id === null)
    return (
      await tx
        .insertInto('table_view', { ...parts, employee_id: employeeId, table_name: table })
        .returning('table_view.id')
        .executeTakeFirstOrThrow()
    ).id;
  const changed = await tx
    .updateTable('table_view')
    .set(parts)
    .where('table_view.employee_id', '=', employeeId)
    .where('table_view.table_name', '=', table)
    .where('table_view.id', '=', id)
    .returning('table_view.id')
    .executeTakeFirst();
  return changed?.id ?? null;
};

/** False: there is none of this person with that id. */
export const removeView = async (db: MerchantDb, employeeId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('table_view')
    .where('table_view.employee_id', '=', employeeId)
    .where('table_view.id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};
