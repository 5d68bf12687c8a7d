import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { PenLine, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { useLocalPages } from '../../ui/data-table/use-local-pages.ts';
import { nameColumn } from '../../ui/data-table/usual-columns.tsx';
import { Empty } from '../../ui/panels.tsx';
import { RowActs } from '../../ui/row-acts.tsx';
import { toast } from '../../ui/toast.ts';
import { useLinesChanged, type usePorts } from './use-lines.ts';

export type Port = OutputOf<typeof endpoints.port.list>['list'][number];
const keyOf = (port: Port) => port.id;

interface PortListProps {
  readonly ports: ReturnType<typeof usePorts>;
  readonly q: string;
  readonly openId: string | null;
  readonly onEdit: (id: string) => void;
  readonly onAdd: () => void;
}

const usePortColumns = (onEdit: (id: string) => void, onRemove: (port: Port) => void): readonly Column<Port>[] => {
  const { t } = useTranslation('lines');
  return useMemo(
    () => [
      nameColumn(
        t($ => $.ports.name),
        160,
      ),
      { key: 'line', title: t($ => $.ports.line), width: 150, grows: true, priority: 1, cell: port => port.lineName },
      {
        key: 'caller',
        title: t($ => $.ports.caller),
        width: 140,
        priority: 3,
        cell: port => port.callerNumber || <span className="key">{t($ => $.ports.callerOfLine)}</span>,
      },
      {
        key: 'live',
        title: t($ => $.ports.live),
        width: 96,
        priority: 2,
        align: 'right',
        cell: port => (
          <>
            <b>{port.live}</b>
            <span className="key"> / {port.channels}</span>
          </>
        ),
      },
      {
        key: 'actions',
        title: t($ => $.list.actions),
        width: 96,
        priority: 0,
        silent: true,
        cell: port =>
          port.practice ? (
            <span className="only-read">{t($ => $.panel.portFixed)}</span>
          ) : (
            <RowActs
              name={port.name}
              more={t($ => $.list.more)}
              acts={[
                { act: 'edit', word: t($ => $.list.edit), icon: PenLine },
                { act: 'remove', word: t($ => $.list.remove), icon: Trash2 },
              ]}
              onAct={act => (act === 'edit' ? onEdit(port.id) : onRemove(port))}
            />
          ),
      },
    ],
    [t, onEdit, onRemove],
  );
};

/** The channel groups of all lines: what a task dials over. */
export const PortList = ({ ports, q, openId, onEdit, onAdd }: PortListProps) => {
  const { t } = useTranslation('lines');
  const changed = useLinesChanged();
  const [leaving, setLeaving] = useState<Port | null>(null);
  const remove = useMutation({
    mutationFn: (port: Port) => call(endpoints.port.remove, { id: port.id }),
    onSuccess: () => toast.ok(t($ => $.removed)),
    onSettled: () => {
      setLeaving(null);
      return changed();
    },
  });
  const look = useTableLook('ports', usePortColumns(onEdit, setLeaving));
  const rows = ports.data?.list.filter(port => [port.name, port.lineName].some(text => text.includes(q)));
  const pages = useLocalPages(rows, { error: ports.error, again: () => void ports.refetch() });
  return (
    <>
      <ListTable
        label={t($ => $.tab.ports)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        openKey={openId}
        onOpen={port => {
          if (!port.practice) onEdit(port.id);
        }}
        failed={t($ => $.ports.failed)}
        empty={
          <Empty title={t($ => $.ports.empty)} hint={t($ => $.ports.emptyHint)}>
            <Button onClick={onAdd}>{t($ => $.ports.add)}</Button>
          </Empty>
        }
      />
      {leaving && (
        <Confirm
          title={t($ => $.remove.port, { name: leaving.name })}
          text={t($ => $.remove.portText)}
          okText={t($ => $.remove.ok)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </>
  );
};
