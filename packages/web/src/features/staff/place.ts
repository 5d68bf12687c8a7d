import { useMemo } from 'react';
import { useAddress } from '../../ui/use-address.ts';
import type { PeopleFilter } from './use-staff.ts';

export const tabs = ['people', 'roles', 'positions'] as const;
export const fresh = 'new';

/** What stands in the address: the tab, the filter of people, and what is open beside the list (`new`: being added). */
export const useStaffPlace = () => {
  const { query, put } = useAddress();
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
  return { tab: tabs.find(each => each === query.get('tab')) ?? 'people', filter, open: query.get('open'), put };
};
export type StaffPlace = ReturnType<typeof useStaffPlace>;
