import { rightsOfCode, rightsOfNobody } from '@lianxian/core';
import type { HouseDb, Viewer } from '../../platform/db/index.ts';

/** With whose eyes a job reads that somebody started: his scope as it is now. */
export const viewerOf = async (db: HouseDb, merchantId: string, employeeId: string): Promise<Viewer> => {
  const row = await db
    .selectFrom('employee')
    .leftJoin('role', join =>
      join.onRef('role.merchant_id', '=', 'employee.merchant_id').onRef('role.id', '=', 'employee.role_id'),
    )
    .leftJoin('department', join =>
      join
        .onRef('department.merchant_id', '=', 'employee.merchant_id')
        .onRef('department.id', '=', 'employee.department_id'),
    )
    .select(['employee.role_code', 'role.scope', 'department.path'])
    .where('employee.merchant_id', '=', merchantId)
    .where('employee.id', '=', employeeId)
    .executeTakeFirst();
  const scope = (row && rightsOfCode(row.role_code)?.scope) ?? row?.scope ?? rightsOfNobody.scope;
  return { merchantId, employeeId, scope, departmentPath: row?.path ?? '' };
};
