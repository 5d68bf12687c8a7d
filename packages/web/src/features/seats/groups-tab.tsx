import { endpoints } from '@lianxian/contract';
import { PenLine, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { Empty } from '../../ui/panels.tsx';
import { RowActs } from '../../ui/row-acts.tsx';
import { toast } from '../../ui/toast.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { GroupDrawer } from './group-drawer.tsx';
import { fresh, type SeatsPlace } from './place.ts';
import { type SeatGroup, useChange, useGroups } from './use-seats.ts';

type GroupAct = 'edit' | 'remove';

const idOf = (group: SeatGroup) => group.id;

const useColumns = (onAct: (act: GroupAct, group: SeatGroup) => void): readonly Column<SeatGroup>[] => {
  const { t } = useTranslation('seats');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t($ => $.group.name),
        width: 150,
        priority: 0,
        cell: group => <strong>{group.name}</strong>,
      },
      {
        key: 'strategy',
        title: t($ => $.column.strategy),
        width: 150,
        priority: 1,
        cell: ({ strategy }) => t($ => $.group.strategies[strategy]),
      },
      {
        key: 'ringS',
        title: t($ => $.column.ringS),
        width: 90,
        priority: 3,
        cell: ({ ringS }) => t($ => $.group.seconds, { n: ringS }),
      },
      {
        key: 'members',
        title: t($ => $.column.members),
        width: 220,
        grows: true,
        priority: 0,
        cell: ({ members }) =>
          members.map(({ name }) => name).join(t($ => $.and)) || <span className="key">{t($ => $.group.none)}</span>,
      },
      {
        key: 'free',
        title: t($ => $.column.free),
        width: 80,
        priority: 2,
        cell: ({ free, members }) => `${free} / ${members.length}`,
      },
      {
        key: 'acts',
        title: t($ => $.column.acts),
        width: 84,
        priority: 0,
        align: 'right',
        silent: true,
        cell: group => (
          <RowActs<GroupAct>
            name={group.name}
            more={t($ => $.more)}
            acts={[
              { act: 'edit', word: t($ => $.edit), icon: PenLine },
              { act: 'remove', word: t($ => $.remove), icon: Trash2 },
            ]}
            onAct={act => onAct(act, group)}
          />
        ),
      },
    ],
    [t, onAct],
  );
};

/** Groups that calls are handed to; one of them open beside (`?open=`). */
export const GroupsTab = ({ place }: { place: SeatsPlace }) => {
  const { t } = useTranslation('seats');
  const { open, put } = place;
  const list = useGroups();
  const [asked, setAsked] = useState<SeatGroup | null>(null);
  const onEdit = useLatest((id: string) => put({ open: id }, open !== null));
  const act = useLatest((wanted: GroupAct, group: SeatGroup) =>
    wanted === 'edit' ? onEdit(group.id) : setAsked(group),
  );
  const remove = useChange(endpoints.seat.groupRemove, () => {
    setAsked(null);
    toast.ok(t($ => $.group.removed));
  });
  const look = useTableLook('seatGroups', useColumns(act));
  const group = list.data?.groups.find(({ id }) => id === open);
  const add = (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => onEdit(fresh)}>
      {t($ => $.group.add)}
    </Button>
  );
  return (
    <>
      <section className="seats-list stack fill lean">
        <FilterBar
          tools={
            <>
              <TableTools look={look} />
              {add}
            </>
          }
        />
        <DataTable
          label={t($ => $.tab.groups)}
          look={look}
          rows={list.data?.groups}
          keyOf={idOf}
          openKey={open}
          onOpen={row => onEdit(row.id)}
          failed={
            list.isError
              ? { title: t($ => $.failed), error: list.error, onAgain: () => void list.refetch() }
              : undefined
          }
          empty={
            <Empty title={t($ => $.group.empty)} hint={t($ => $.group.emptyHint)}>
              {add}
            </Empty>
          }
        />
      </section>
      {(open === fresh || group) && (
        <GroupDrawer key={open} group={group ?? null} onClose={() => put({ open: null })} />
      )}
      {asked && (
        <Confirm
          title={t($ => $.group.removeTitle, { name: asked.name })}
          text={t($ => $.group.removeText)}
          okText={t($ => $.remove)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate({ id: asked.id }, { onError: () => setAsked(null) })}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  );
};
