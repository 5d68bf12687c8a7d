import { type CallOf, type endpoints, limits } from '@lianxian/contract';
import type { Employee } from './use-staff.ts';

/** What is typed of a person. An empty phone leaves the one that is there: it may be shown masked. */
export interface Draft {
  readonly account: string;
  readonly name: string;
  readonly title: string;
  readonly phone: string;
  readonly departmentId: string;
  readonly positionId: string;
  readonly roleId: string;
  readonly password: string;
}

export const draftOf = (person: Employee | null, departmentId: string): Draft => ({
  account: person?.account ?? '',
  name: person?.name ?? '',
  title: person?.title ?? '',
  phone: '',
  departmentId: person ? (person.departmentId ?? '') : departmentId,
  positionId: person?.positionId ?? '',
  roleId: person?.roleId ?? '',
  password: '',
});

export type Fault = 'name' | 'account' | 'password';

export const faultsOf = ({ name, account, password }: Draft, person: Employee | null): readonly Fault[] => [
  ...(name.trim() === '' ? (['name'] as const) : []),
  ...(person === null && account.trim() === '' ? (['account'] as const) : []),
  ...(person === null && password !== '' && password.length < limits.passwordChars ? (['password'] as const) : []),
];

export const inputOf = (draft: Draft, person: Employee | null): CallOf<typeof endpoints.oa.saveEmployee> => ({
  name: draft.name.trim(),
  title: draft.title.trim(),
  ...(draft.phone.trim() && { phone: draft.phone.trim() }),
  ...(draft.departmentId && { departmentId: draft.departmentId }),
  ...(draft.positionId && { positionId: draft.positionId }),
  ...(draft.roleId && { roleId: draft.roleId }),
  ...(person === null
    ? { account: draft.account.trim(), ...(draft.password && { password: draft.password }) }
    : { id: person.id }),
});
