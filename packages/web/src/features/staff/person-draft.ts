import type { CallOf, endpoints } from '@lianxian/contract';
import type { Employee } from './use-staff.ts';

/** What is typed of a person. An empty phone leaves the one that is there: it may be shown masked. */
export const draftOf = (person: Employee | null, departmentId: string) => ({
  account: person?.account ?? '',
  name: person?.name ?? '',
  title: person?.title ?? '',
  phone: '',
  departmentId: person ? (person.departmentId ?? '') : departmentId,
  positionId: person?.positionId ?? '',
  roleId: person?.roleId ?? '',
  password: '',
});
export type Draft = ReturnType<typeof draftOf>;

/** Account and password are given once, to somebody new. */
export const inputOf = (
  { account, password, ...draft }: Draft,
  person: Employee | null,
): CallOf<typeof endpoints.oa.saveEmployee> =>
  person === null ? { ...draft, account, password } : { ...draft, id: person.id };
