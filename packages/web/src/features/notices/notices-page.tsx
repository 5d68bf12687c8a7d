import { endpoints } from '@lianxian/contract';
import { Check, CircleX, Clock, Megaphone, Play, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { EditorialList } from '../../ui/editorial-list.tsx';
import { when } from '../../ui/format.ts';
import { type Notice, NoticeDrawer } from './notice-drawer.tsx';

const nameOf = (row: Notice) => row.content;
const levelIcons = { info: Megaphone, warn: TriangleAlert, bad: CircleX } as const;
const levelTones = { info: 'idle', warn: 'warn', bad: 'bad' } as const;
const stateIcons = { coming: Clock, shown: Play, past: Check } as const;
const stateTones = { coming: 'idle', shown: 'ok', past: 'idle' } as const;

const useColumns = (): readonly Column<Notice>[] => {
  const { t } = useTranslation('editorial');
  return useMemo(() => {
    const at = (iso: string) =>
      when(
        iso,
        new Date(),
        t($ => $.today),
      );
    return [
      {
        key: 'state',
        title: t($ => $.notices.state),
        width: 100,
        priority: 1,
        cell: ({ state }) => {
          const Icon = stateIcons[state];
          return (
            <span className={`state is-${stateTones[state]}`}>
              <Icon size={14} aria-hidden="true" /> {t($ => $.notices.states[state])}
            </span>
          );
        },
      },
      {
        key: 'level',
        title: t($ => $.notices.level),
        width: 90,
        priority: 1,
        cell: ({ level }) => {
          const Icon = levelIcons[level];
          return (
            <span className={`state is-${levelTones[level]}`}>
              <Icon size={14} aria-hidden="true" /> {t($ => $.notices.levels[level])}
            </span>
          );
        },
      },
      { key: 'content', title: t($ => $.notices.text), width: 220, grows: true, priority: 0, cell: row => row.content },
      { key: 'from', title: t($ => $.notices.from), width: 130, priority: 2, cell: row => at(row.from) },
      { key: 'to', title: t($ => $.notices.to), width: 130, priority: 1, cell: row => at(row.to) },
      { key: 'by', title: t($ => $.notices.by), width: 100, priority: 3, cell: row => row.by },
    ];
  }, [t]);
};

/** `/platform/notices`: what the ticker of every merchant shows. */
export const NoticesPage = () => {
  const { t } = useTranslation('editorial');
  const pages = usePages(['notice/list'], ({ after, limit }, signal) =>
    call(endpoints.notice.list, { limit, ...(after && { after }) }, { signal, quiet: true }),
  );
  return (
    <EditorialList
      table="notices"
      words={t($ => $.notices, { returnObjects: true })}
      pages={pages}
      columns={useColumns()}
      nameOf={nameOf}
      onRemove={id => call(endpoints.notice.remove, { id })}
      lists={['notice/list', 'notice/current']}
      drawer={(notice, onClose) => <NoticeDrawer key={notice?.id ?? 'new'} notice={notice} onClose={onClose} />}
    />
  );
};
