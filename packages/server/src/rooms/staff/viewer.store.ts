import { rightsOfCode, rightsOfNobody } from '@lianxian/core';
import type { UnscopedDb, Viewer } from '../../platform/db/index.ts';

/** With whose eyes a job reads that somebody started: his scope as it is now. */
export const viewerOf = async (db: UnscopedDb, merchantId: string, employeeId: string): Promise<Viewer> => {
  const row = await db
    .selectFrom('employee')
    .leftJoin('role', join =>
      join.onRef('role.merchantId', '=', 'employee.merchantId').onRef('role.id', '=', 'employee.roleId'),
    )
    .leftJoin('department', join =>
      join
        .onRef('department.merchantId', '=', 'employee.merchantId')
        .onRef('department.id', '=', 'employee.departmentId'),
    )
    .select(['employee.roleCode', 'role.scope', 'department.path'])
    .where('employee.merchantId', '=', merchantId)
    .where('employee.id', '=', employeeId)
    .executeTakeFirst();
  const scope = (row && rightsOfCode(row.roleCode)?.scope) ?? row?.scope ?? rightsOfNobody.scope;
  return { merchantId, employeeId, scope, departmentPath: row?.path ?? '' };
};
