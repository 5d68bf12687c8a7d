import { type Endpoint, endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { sayRemoved } from '../../ui/undo.ts';

type Employees = OutputOf<typeof endpoints.oa.employees>;
export type Employee = Employees['list'][number];
export type Department = OutputOf<typeof endpoints.oa.departments>['list'][number];
export type Position = OutputOf<typeof endpoints.oa.positions>['list'][number];
export type Role = OutputOf<typeof endpoints.role.list>['list'][number];

export interface PeopleFilter {
  readonly departmentId?: string;
  readonly roleId?: string;
  readonly state?: 'active' | 'disabled';
  readonly q?: string;
}

export const useEmployees = (filter: PeopleFilter) =>
  usePages<Employees>(['oa/employees', filter], ({ after, limit }, signal) =>
    call(endpoints.oa.employees, { ...filter, limit, ...(after && { after }) }, { signal, quiet: true }),
  );

type Asked<E extends Endpoint> = Parameters<typeof call<E>>[1];

const useWhole = <E extends Endpoint>(key: string, endpoint: E) =>
  useQuery({
    queryKey: [key],
    queryFn: ({ signal }) => call(endpoint, {} as Asked<E>, { signal, quiet: true }),
    staleTime: 0,
  });
export const useDepartments = () => useWhole('oa/departments', endpoints.oa.departments);
export const usePositions = () => useWhole('oa/positions', endpoints.oa.positions);
export const useRoles = () => useWhole('role/list', endpoints.role.list);
export const useTemplates = () => useWhole('role/templates', endpoints.role.templates);

const lists = ['oa/employees', 'oa/departments', 'oa/positions', 'role/list'];

/** Reads all of it anew: counts and names stand in every list. */
export const useStaffChanged = () => {
  const queries = useQueryClient();
  return () => Promise.all(lists.map(key => queries.invalidateQueries({ queryKey: [key] })));
};

/** A change of people, after which every list of them is read anew. */
export const useChange = <E extends Endpoint>(endpoint: E, onDone?: (answer: OutputOf<E>, input: Asked<E>) => void) => {
  const changed = useStaffChanged();
  return useMutation({
    mutationFn: (input: Asked<E>) => call(endpoint, input),
    onSuccess: (answer, input) => onDone?.(answer, input),
    onSettled: changed,
  });
};

type Removal = typeof endpoints.role.remove | typeof endpoints.oa.removePosition | typeof endpoints.oa.removeDepartment;

/** Removes what nobody has, with the way back. Stable. */
export const useRemove = (endpoint: Removal) => {
  const { t } = useTranslation('staff');
  const changed = useStaffChanged();
  const { mutate } = useMutation({
    mutationFn: ({ id }: { readonly id: string; readonly name: string }) => call(endpoint, { id }),
    onSuccess: ({ undo }, { name }) =>
      sayRemoved(
        t($ => $.removedNamed, { name }),
        undo,
        changed,
      ),
    onSettled: changed,
  });
  return mutate;
};
