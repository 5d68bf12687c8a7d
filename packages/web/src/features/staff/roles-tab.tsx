import { endpoints } from '@lianxian/contract';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../ui/confirm.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { Empty } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { NamedActs } from './named-acts.tsx';
import { fresh, type StaffPlace } from './place.ts';
import { RoleDrawer } from './role-drawer.tsx';
import { type Role, useChange, useRoles } from './use-staff.ts';

const idOf = (role: Role) => role.id;

const useRoleColumns = (onEdit: (id: string) => void, onRemove: ((role: Role) => void) | null) => {
  const { t } = useTranslation('staff');
  return useMemo((): readonly Column<Role>[] => {
    const acts: Column<Role> = {
      key: 'acts',
      title: t($ => $.column.acts),
      width: 84,
      priority: 0,
      align: 'right',
      silent: true,
      cell: role =>
        onRemove &&
        role.mayGive && <NamedActs name={role.name} onEdit={() => onEdit(role.id)} onRemove={() => onRemove(role)} />,
    };
    return [
      {
        key: 'name',
        title: t($ => $.role.name),
        width: 150,
        grows: true,
        priority: 0,
        cell: role => <strong>{role.name}</strong>,
      },
      {
        key: 'people',
        title: t($ => $.column.people),
        width: 80,
        priority: 0,
        cell: role => t($ => $.role.count, { n: role.people }),
      },
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
        cell: role => `${role.rights.length} / 19`,
      },
      {
        key: 'buttons',
        title: t($ => $.column.buttons),
        width: 90,
        priority: 3,
        cell: role => `${role.buttons.length} / 13`,
      },
      acts,
    ];
  }, [t, onEdit, onRemove]);
};

/** The roles of the merchant; one of them open beside. */
export const RolesTab = ({ place }: { place: StaffPlace }) => {
  const { t } = useTranslation('staff');
  const roles = useRoles();
  const { open, put } = place;
  const [leaving, setLeaving] = useState<Role | null>(null);
  const mayEdit = roles.data?.mayEdit ?? false;
  const edit = useMemo(() => (id: string) => put({ open: id }, open !== null), [put, open]);
  const remove = useChange(endpoints.role.remove, () => {
    toast.ok(t($ => $.removed));
    setLeaving(null);
  });
  const look = useTableLook('roles', useRoleColumns(edit, mayEdit ? setLeaving : null));
  const role = roles.data?.list.find(({ id }) => id === open);
  const add = mayEdit && (
    <Button type="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => edit(fresh)}>
      {t($ => $.role.add)}
    </Button>
  );
  return (
    <>
      <section className="staff-list">
        <div className="filter-bar">
          <span className="hint">{!mayEdit && roles.data && t($ => $.role.wholeOnly)}</span>
          <span className="tools">{add}</span>
        </div>
        <DataTable
          label={t($ => $.tab.roles)}
          look={look}
          rows={roles.data?.list}
          keyOf={idOf}
          openKey={open}
          onOpen={row => edit(row.id)}
          failed={roles.isError ? { title: t($ => $.role.failed), onAgain: () => void roles.refetch() } : undefined}
          empty={
            <Empty title={t($ => $.role.empty)} hint={t($ => $.role.emptyHint)}>
              {add}
            </Empty>
          }
        />
      </section>
      {(open === fresh || role) && (
        <RoleDrawer key={open} role={role ?? null} mayEdit={mayEdit} onClose={() => put({ open: null })} />
      )}
      {leaving && (
        <Confirm
          title={t($ => $.role.removeTitle, { name: leaving.name })}
          text={t($ => $.role.removeText)}
          okText={t($ => $.remove)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate({ id: leaving.id }, { onError: () => setLeaving(null) })}
          onCancel={() => setLeaving(null)}
        />
      )}
    </>
  );
};
