import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { PeopleFilter } from './use-staff.ts';

export const tabs = ['people', 'roles', 'positions'] as const;
export type Tab = (typeof tabs)[number];
export const fresh = 'new';

type Part = 'tab' | 'department' | 'role' | 'state' | 'q' | 'open';

/** What stands in the address: the tab, the filter of people, and what is open beside the list (`new`: being added). */
export const useStaffPlace = () => {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const filter = useMemo((): PeopleFilter => {
    const asked = new URLSearchParams(text);
    const [departmentId, roleId, q] = [asked.get('department'), asked.get('role'), asked.get('q')];
    const state = (['active', 'disabled'] as const).find(each => each === asked.get('state'));
    return {
      ...(departmentId && { departmentId }),
      ...(roleId && { roleId }),
      ...(state && { state }),
      ...(q && { q }),
    };
  }, [text]);
  const put = (parts: Partial<Record<Part, string | null>>, replace = false) =>
    setQuery(
      before => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(parts)) value ? after.set(name, value) : after.delete(name);
        return after;
      },
      { replace },
    );
  return { tab: tabs.find(each => each === query.get('tab')) ?? 'people', filter, open: query.get('open'), put };
};
export type StaffPlace = ReturnType<typeof useStaffPlace>;
