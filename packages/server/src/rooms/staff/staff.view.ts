import type { employeeRow, roleRow } from '@lianxian/contract';
import { maskPhone, type RoleCode, type RoleTemplate } from '@lianxian/core';
import { type Asker, mayGive, rightsOf, type StoredRights, whyNotChange } from './staff.policy.ts';

type EmployeeRow = (typeof employeeRow)['_output'];
type RoleRow = (typeof roleRow)['_output'];

interface StoredEmployee extends StoredRights {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly title: string;
  readonly phone: string;
  readonly roleCode: RoleCode;
  readonly roleId: string | null;
  readonly roleName: string | null;
  readonly departmentId: string | null;
  readonly departmentName: string | null;
  readonly positionId: string | null;
  readonly positionName: string | null;
  readonly active: boolean;
  readonly mustChangePassword: boolean;
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date;
}

export const employeeView = (row: StoredEmployee, asker: Asker): EmployeeRow => ({
  id: row.id,
  account: row.account,
  name: row.name,
  title: row.title,
  phone: asker.buttons.has('phone:unmask') ? row.phone : maskPhone(row.phone),
  roleCode: row.roleCode,
  roleId: row.roleId,
  roleName: row.roleName ?? '',
  departmentId: row.departmentId,
  departmentName: row.departmentName ?? '',
  positionId: row.positionId,
  positionName: row.positionName ?? '',
  active: row.active,
  mustChangePassword: row.mustChangePassword,
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  isSelf: row.id === asker.employeeId,
  mayEdit: whyNotChange(asker, row) === null,
});

interface StoredRole extends StoredRights {
  readonly id: string;
  readonly name: string;
  readonly template: RoleTemplate | null;
  readonly people: number;
}

export const roleView = (role: StoredRole, asker: Asker): RoleRow => {
  const { rights, buttons, scope } = rightsOf(role);
  return {
    id: role.id,
    name: role.name,
    rights: [...rights],
    buttons: [...buttons],
    scope,
    template: role.template,
    people: role.people,
    mayGive: mayGive(asker, role),
  };
};
