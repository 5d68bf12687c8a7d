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
import { NameDialog } from './name-dialog.tsx';
import { NamedActs } from './named-acts.tsx';
import { type Position, useChange, usePositions, useRoles } from './use-staff.ts';

const idOf = (position: Position) => position.id;
type Asked =
  | { readonly act: 'save'; readonly position: Position | null }
  | { readonly act: 'remove'; readonly position: Position };

/** The positions of the merchant: what people are called, without any right. */
export const PositionsTab = () => {
  const { t } = useTranslation('staff');
  const positions = usePositions();
  const mayEdit = useRoles().data?.mayEdit ?? false;
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const save = useChange(endpoints.oa.savePosition, (_, { id }) => {
    toast.ok(id === undefined ? t($ => $.saved) : t($ => $.changed));
    close();
  });
  const remove = useChange(endpoints.oa.removePosition, () => {
    toast.ok(t($ => $.removed));
    close();
  });
  const columns = useMemo(
    (): readonly Column<Position>[] => [
      {
        key: 'name',
        title: t($ => $.position.name),
        width: 160,
        grows: true,
        priority: 0,
        cell: row => <strong>{row.name}</strong>,
      },
      {
        key: 'people',
        title: t($ => $.column.people),
        width: 80,
        priority: 0,
        cell: row => t($ => $.role.count, { n: row.people }),
      },
      {
        key: 'acts',
        title: t($ => $.column.acts),
        width: 84,
        priority: 0,
        align: 'right',
        silent: true,
        cell: row =>
          mayEdit && (
            <NamedActs
              name={row.name}
              onEdit={() => setAsked({ act: 'save', position: row })}
              onRemove={() => setAsked({ act: 'remove', position: row })}
            />
          ),
      },
    ],
    [t, mayEdit],
  );
  const look = useTableLook('positions', columns);
  const add = mayEdit && (
    <Button
      type="primary"
      icon={<Plus size={14} aria-hidden="true" />}
      onClick={() => setAsked({ act: 'save', position: null })}
    >
      {t($ => $.position.add)}
    </Button>
  );
  return (
    <section className="staff-list">
      <div className="filter-bar">
        <span className="hint">{t($ => $.position.emptyHint)}</span>
        <span className="tools">{add}</span>
      </div>
      <DataTable
        label={t($ => $.tab.positions)}
        look={look}
        rows={positions.data?.list}
        keyOf={idOf}
        failed={
          positions.isError ? { title: t($ => $.position.failed), onAgain: () => void positions.refetch() } : undefined
        }
        empty={
          <Empty title={t($ => $.position.empty)} hint={t($ => $.position.emptyHint)}>
            {add}
          </Empty>
        }
      />
      {asked?.act === 'save' && (
        <NameDialog
          title={asked.position ? t($ => $.position.edit) : t($ => $.position.add)}
          label={t($ => $.position.name)}
          name={asked.position?.name ?? ''}
          busy={save.isPending}
          onSave={name => save.mutate({ name, ...(asked.position && { id: asked.position.id }) })}
          onClose={close}
        />
      )}
      {asked?.act === 'remove' && (
        <Confirm
          title={t($ => $.position.removeTitle, { name: asked.position.name })}
          text={t($ => $.position.removeText)}
          okText={t($ => $.remove)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate({ id: asked.position.id }, { onError: close })}
          onCancel={close}
        />
      )}
    </section>
  );
};
