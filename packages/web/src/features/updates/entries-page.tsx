import { endpoints } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { EditorialList } from '../../ui/editorial-list.tsx';
import { type Entry, EntryDrawer } from './entry-drawer.tsx';

const pageSize = 50;
const nameOf = (entry: Entry) => String(entry.version);

const useColumns = (): readonly Column<Entry>[] => {
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
    ],
    [t],
  );
};

/** `/platform/updates`: the platform writes the update log. */
export const EntriesPage = () => {
  const { t } = useTranslation('editorial');
  const pages = usePages(
    ['updates'],
    async ({ after, limit }, signal) => {
      const wish = { limit: Math.min(limit, pageSize), ...(after && { after: Number(after) }) };
      const page = await call(endpoints.updateLog.list, wish, { signal, quiet: true });
      return { ...page, after: page.after === null ? null : String(page.after) };
    },
    pageSize,
  );
  const newest = pages.page?.list[0]?.version ?? 0;
  return (
    <EditorialList
      table="updates"
      words={t($ => $.updates, { returnObjects: true })}
      pages={pages}
      columns={useColumns()}
      nameOf={nameOf}
      onRemove={id => call(endpoints.updateLog.remove, { id })}
      lists={['updates', 'updateLog/list']}
      drawer={(entry, onClose) => (
        <EntryDrawer key={entry?.id ?? 'new'} entry={entry} next={newest + 1} onClose={onClose} />
      )}
    />
  );
};
