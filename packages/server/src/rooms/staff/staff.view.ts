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
  readonly role_code: RoleCode;
  readonly role_id: string | null;
  readonly role_name: string | null;
  readonly department_id: string | null;
  readonly department_name: string | null;
  readonly position_id: string | null;
  readonly position_name: string | null;
  readonly active: boolean;
  readonly must_change_password: boolean;
  readonly last_login_at: Date | null;
  readonly created_at: Date;
}

export const employeeView = (row: StoredEmployee, asker: Asker): EmployeeRow => ({
  id: row.id,
  account: row.account,
  name: row.name,
  title: row.title,
  phone: asker.buttons.has('phone:unmask') ? row.phone : maskPhone(row.phone),
  roleCode: row.role_code,
  roleId: row.role_id,
  roleName: row.role_name ?? '',
  departmentId: row.department_id,
  departmentName: row.department_name ?? '',
  positionId: row.position_id,
  positionName: row.position_name ?? '',
  active: row.active,
  mustChangePassword: row.must_change_password,
  lastLoginAt: row.last_login_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
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
