import type { endpoints, OutputOf } from '@lianxian/contract';
import { roleTemplateNames, roleTemplates } from '@lianxian/core';
import type { z } from 'zod';
import { FakeRefusal } from './fake-security.ts';

type Employees = OutputOf<typeof endpoints.oa.employees>;
type Employee = Employees['list'][number];
type Department = OutputOf<typeof endpoints.oa.departments>['list'][number];
type Role = OutputOf<typeof endpoints.role.list>['list'][number];
type Input<E extends { readonly input: z.ZodType }> = z.output<E['input']>;

export interface FakeStaffStart {
  /** So many the merchant may have. */
  readonly employeeLimit?: number;
  readonly nobodyElse?: boolean;
}

const person = (id: string, account: string, name: string, part: Partial<Employee> = {}): Employee => ({
  id,
  account,
  name,
  title: '',
  phone: '138****8000',
  roleCode: 'employee',
  roleId: '1',
  roleName: '坐席',
  departmentId: '12',
  departmentName: '一组',
  positionId: null,
  positionName: '',
  active: true,
  mustChangePassword: false,
  lastLoginAt: '2026-11-18T01:00:00Z',
  createdAt: '2026-11-01T01:00:00Z',
  isSelf: false,
  mayEdit: true,
  ...part,
});
const owner = person('1', 'demo', '王晓雯', {
  roleCode: 'company',
  roleId: null,
  roleName: '',
  departmentId: null,
  departmentName: '',
  isSelf: true,
});
const colleagues = [
  person('2', 'liuyang', '刘洋', { mustChangePassword: true, lastLoginAt: null }),
  person('3', 'zhangqian', '张倩', { departmentId: '11', departmentName: '电销部' }),
];
const department = (id: string, parentId: string | null, name: string, people: number): Department => ({
  id,
  parentId,
  name,
  people,
  mayEdit: true,
});

/** People of a small merchant; they remember what is done to them. */
export const createFakeStaff = ({ employeeLimit = 50, nobodyElse = false }: FakeStaffStart) => {
  let people: Employee[] = nobodyElse ? [owner] : [...colleagues, owner];
  let departments = [department('11', null, '电销部', 1), department('12', '11', '一组', 1)];
  let roles: Role[] = [
    { id: '1', name: '坐席', template: 'seat', people: 2, mayGive: true, ...held('seat') },
    { id: '2', name: '主管', template: 'manager', people: 0, mayGive: true, ...held('manager') },
  ];
  const below = (id: string): string[] => [
    id,
    ...departments.filter(({ parentId }) => parentId === id).flatMap(child => below(child.id)),
  ];
  const handlers = {
    'oa/departments': () => ({ list: departments, mayAddTop: true }),
    'oa/saveDepartment': ({ id, parentId, name }: Input<typeof endpoints.oa.saveDepartment>) => {
      if (id !== undefined) departments = departments.map(each => (each.id === id ? { ...each, name } : each));
      else departments = [...departments, department('13', parentId ?? null, name, 0)];
      return { id: id ?? '13' };
    },
    'oa/moveDepartment': () => ({}),
    'oa/removeDepartment': () => {
      throw new FakeRefusal('departmentHeld');
    },
    'oa/positions': () => ({ list: [{ id: '1', name: '专员', people: 0 }] }),
    'oa/savePosition': () => ({ id: '2' }),
    'oa/removePosition': () => ({}),
    'oa/employees': ({ departmentId, q, state }: Input<typeof endpoints.oa.employees>): Employees => {
      const list = people
        .filter(each => departmentId === undefined || below(departmentId).includes(each.departmentId ?? ''))
        .filter(each => q === undefined || each.name.includes(q) || each.account.includes(q))
        .filter(each => state === undefined || each.active === (state === 'active'));
      return { list, total: list.length, after: null, quota: { used: people.length, limit: employeeLimit } };
    },
    'oa/saveEmployee': ({ id, account = '', name, password }: Input<typeof endpoints.oa.saveEmployee>) => {
      if (people.some(each => each.id !== id && each.account === account)) throw new FakeRefusal('accountTaken');
      if (id === undefined) people = [person('4', account, name, { mustChangePassword: true }), ...people];
      else people = people.map(each => (each.id === id ? { ...each, name } : each));
      return { id: id ?? '4', password: id === undefined && password === undefined ? 'KmWp7xQ2vRtY' : null };
    },
    'oa/moveEmployees': () => ({}),
    'oa/setActive': ({ ids, active }: Input<typeof endpoints.oa.setActive>) => {
      people = people.map(each => (ids.includes(each.id) ? { ...each, active } : each));
      return {};
    },
    'oa/resetPassword': () => ({ account: 'liuyang', password: 'KmWp7xQ2vRtY' }),
    'oa/removeEmployee': ({ id }: Input<typeof endpoints.oa.removeEmployee>) => {
      people = people.filter(each => each.id !== id);
      return {};
    },
    'role/list': () => ({ list: roles, mayEdit: true }),
    'role/save': ({ id, template, ...role }: Input<typeof endpoints.role.save>) => {
      const made: Role = { ...role, id: id ?? '3', template: template ?? null, people: 0, mayGive: true };
      roles = id === undefined ? [...roles, made] : roles.map(each => (each.id === id ? { ...each, ...role } : each));
      return { id: made.id };
    },
    'role/remove': () => ({}),
    'role/templates': () => ({ list: roleTemplateNames.map(template => ({ template, ...held(template) })) }),
  };
  return { handlers };
};

const held = (template: (typeof roleTemplateNames)[number]): Pick<Role, 'rights' | 'buttons' | 'scope'> => {
  const { rights, buttons, scope } = roleTemplates[template];
  return { rights: [...rights], buttons: [...buttons], scope };
};
