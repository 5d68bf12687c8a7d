import { endpoints } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/columns.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { NamedTab } from './named-tab.tsx';
import { fresh, type StaffPlace } from './place.ts';
import { RoleDrawer } from './role-drawer.tsx';
import { offeredPages, pagesOf } from './role-keys.ts';
import { type Role, useRemove, useRoles } from './use-staff.ts';

const useRoleColumns = (): readonly Column<Role>[] => {
  const { t } = useTranslation('staff');
  return useMemo(
    () => [
      {
        key: 'scope',
        title: t($ => $.column.scope),
        width: 150,
        priority: 1,
        cell: role => t($ => $.role.scopes[role.scope]),
      },
      {
        key: 'rights',
        title: t($ => $.column.rights),
        width: 90,
        priority: 2,
        cell: role => `${pagesOf(role.rights)} / ${offeredPages.length}`,
      },
      {
        key: 'buttons',
        title: t($ => $.column.buttons),
        width: 90,
        priority: 3,
        cell: role => `${role.buttons.length} / 13`,
      },
    ],
    [t],
  );
};

/** The roles of the merchant; one of them open beside. */
export const RolesTab = ({ place }: { place: StaffPlace }) => {
  const { t } = useTranslation('staff');
  const roles = useRoles();
  const { open, put } = place;
  const mayEdit = roles.data?.mayEdit ?? false;
  const edit = useLatest((role: Role | null) => put({ open: role?.id ?? fresh }, open !== null));
  const remove = useRemove(endpoints.role.remove);
  const role = roles.data?.list.find(({ id }) => id === open);
  return (
    <>
      <NamedTab
        kind="role"
        hint={!mayEdit && roles.data && t($ => $.role.wholeOnly)}
        list={roles}
        columns={useRoleColumns()}
        mayEdit={mayEdit}
        opens
        openKey={open}
        onEdit={edit}
        onRemove={remove}
      />
      {(open === fresh || role) && (
        <RoleDrawer key={open} role={role ?? null} mayEdit={mayEdit} onClose={() => put({ open: null })} />
      )}
    </>
  );
};
