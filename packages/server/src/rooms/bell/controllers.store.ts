import { sql } from 'kysely';
import { coversOwner, type RowOwner, type UnscopedDb } from '../../platform/db/index.ts';

/** Looked at, owners first; a merchant has fewer people. */
const MOST_PEOPLE = 1_000;
/** Told of one call; whoever else looks after tasks finds it marked in the call log. */
const MOST_TOLD = 50;

/** Who may control the task of a call, by button and data scope; of a call to us (`owner` null) whoever sees all. */
export const controllersOf = async (
  db: UnscopedDb,
  merchantId: string,
  owner: RowOwner | null,
): Promise<readonly string[]> => {
  const people = await db
    .selectFrom('employee')
    .leftJoin('role', join =>
      join.onRef('role.merchantId', '=', 'employee.merchantId').onRef('role.id', '=', 'employee.roleId'),
    )
    .leftJoin('department', join =>
      join
        .onRef('department.merchantId', '=', 'employee.merchantId')
        .onRef('department.id', '=', 'employee.departmentId'),
    )
    .select(['employee.id', 'employee.roleCode', 'role.scope', 'department.path'])
    .where('employee.merchantId', '=', merchantId)
    .where('employee.active', '=', true)
    .where(sql<boolean>`(employee.role_code in ('company', 'agent') or 'task:control' = any(role.buttons))`)
    .orderBy(sql`employee.role_code = 'employee'`)
    .orderBy('employee.id')
    .limit(MOST_PEOPLE)
    .execute();
  return people
    .filter(({ id, roleCode, scope, path }) => {
      const seen = roleCode === 'employee' ? (scope ?? 'own') : 'all';
      return coversOwner({ merchantId, employeeId: id, scope: seen, departmentPath: path ?? '' }, owner);
    })
    .slice(0, MOST_TOLD)
    .map(({ id }) => id);
};
