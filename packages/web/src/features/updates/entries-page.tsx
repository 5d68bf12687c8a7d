import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Paging } from '../../ui/data-table/paging.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { Empty } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { type Entry, EntryDrawer } from './entry-drawer.tsx';
import '../../ui/drawer.css';
import '../../ui/editorial.css';

const idOf = (entry: Entry) => entry.id;
const pageSize = 50;

const useColumns = (onRemove: (entry: Entry) => void): readonly Column<Entry>[] => {
  const { t } = useTranslation('editorial');
  return useMemo(
    () => [
      {
        key: 'version',
        title: t($ => $.updates.version),
        width: 70,
        priority: 0,
        align: 'right',
        cell: row => row.version,
      },
      { key: 'date', title: t($ => $.updates.date), width: 110, priority: 1, cell: row => row.date },
      { key: 'title', title: t($ => $.updates.name), width: 240, grows: true, priority: 0, cell: row => row.title },
      {
        key: 'actions',
        title: t($ => $.actions),
        width: 60,
        priority: 0,
        silent: true,
        cell: row => (
          <button
            type="button"
            className="icon-button"
            aria-label={`${t($ => $.remove)} ${row.version}`}
            onClick={() => onRemove(row)}
          >
            <Trash2 size={15} aria-hidden="true" />
          </button>
        ),
      },
    ],
    [t, onRemove],
  );
};

const Leaving = ({ entry, onDone }: { entry: Entry; onDone: () => void }) => {
  const { t } = useTranslation('editorial');
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(endpoints.updateLog.remove, { id: entry.id }),
    onSuccess: () => toast.ok(t($ => $.removed)),
    onSettled: async () => {
      onDone();
      await Promise.all(['updates', 'updateLog/list'].map(key => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
  return (
    <Confirm
      title={t($ => $.updates.removeTitle, { n: entry.version })}
      text={t($ => $.updates.removeText)}
      okText={t($ => $.remove)}
      cancelText={t($ => $.cancel)}
      busy={remove.isPending}
      onOk={() => remove.mutate()}
      onCancel={onDone}
    />
  );
};

/** `/platform/updates`: the platform writes the update log. */
export const EntriesPage = () => {
  const { t } = useTranslation('editorial');
  const [open, setOpen] = useState<Entry | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Entry | null>(null);
  const pages = usePages(
    ['updates'],
    async ({ after, limit }, signal) => {
      const wish = { limit: Math.min(limit, pageSize), ...(after && { after: Number(after) }) };
      const page = await call(endpoints.updateLog.list, wish, { signal, quiet: true });
      return { ...page, after: page.after === null ? null : String(page.after) };
    },
    pageSize,
  );
  const look = useTableLook('updates', useColumns(setLeaving));
  const add = (
    <Button type="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpen('new')}>
      {t($ => $.updates.add)}
    </Button>
  );
  const entry = open === 'new' ? null : open;
  const newest = pages.page?.list[0]?.version ?? 0;
  return (
    <div className={open ? 'beside is-open' : 'beside'}>
      <div className="editorial-page">
        <div className="editorial-tools">
          <h1>{t($ => $.updates.title)}</h1>
          {add}
        </div>
        <DataTable
          label={t($ => $.updates.title)}
          look={look}
          rows={pages.page?.list}
          keyOf={idOf}
          busy={pages.turning}
          onOpen={setOpen}
          openKey={entry?.id ?? null}
          failed={pages.failed ? { title: t($ => $.updates.failed), onAgain: pages.again } : undefined}
          empty={
            <Empty title={t($ => $.updates.empty)} hint={t($ => $.updates.emptyHint)}>
              {add}
            </Empty>
          }
          rowsLikely={8}
        />
        <Paging pages={pages} />
      </div>
      {open && <EntryDrawer key={entry?.id ?? 'new'} entry={entry} next={newest + 1} onClose={() => setOpen(null)} />}
      {leaving && <Leaving entry={leaving} onDone={() => setLeaving(null)} />}
    </div>
  );
};
