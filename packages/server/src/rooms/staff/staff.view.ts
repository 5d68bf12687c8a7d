import type { employeeRow, roleRow } from '@lianxian/contract';
import { maskPhone } from '@lianxian/core';
import type { Employee } from './employees.store.ts';
import type { Role } from './roles.store.ts';
import { type Asker, mayGive, maySeeAs, rightsOf, whyNotChange } from './staff.policy.ts';

type EmployeeRow = (typeof employeeRow)['_output'];
type RoleRow = (typeof roleRow)['_output'];

export const employeeView = (row: Employee, asker: Asker): EmployeeRow => ({
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
  mayPreview: row.active && maySeeAs(asker, row),
});

export const roleView = (role: Role, asker: Asker): RoleRow => {
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
