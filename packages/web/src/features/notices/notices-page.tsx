import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Check, CircleX, Clock, Megaphone, Play, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Paging } from '../../ui/data-table/paging.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { when } from '../../ui/format.ts';
import { Empty } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { type Notice, NoticeDrawer } from './notice-drawer.tsx';
import '../../ui/drawer.css';
import '../../ui/editorial.css';

const idOf = (row: Notice) => row.id;
const levelIcons = { info: Megaphone, warn: TriangleAlert, bad: CircleX } as const;
const levelTones = { info: 'idle', warn: 'warn', bad: 'bad' } as const;
const stateIcons = { coming: Clock, shown: Play, past: Check } as const;
const stateTones = { coming: 'idle', shown: 'ok', past: 'idle' } as const;

const useColumns = (onRemove: (notice: Notice) => void): readonly Column<Notice>[] => {
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
            aria-label={`${t($ => $.remove)} ${row.content}`}
            onClick={() => onRemove(row)}
          >
            <Trash2 size={15} aria-hidden="true" />
          </button>
        ),
      },
    ];
  }, [t, onRemove]);
};

const Leaving = ({ notice, onDone }: { notice: Notice; onDone: () => void }) => {
  const { t } = useTranslation('editorial');
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(endpoints.notice.remove, { id: notice.id }),
    onSuccess: () => toast.ok(t($ => $.removed)),
    onSettled: async () => {
      onDone();
      await Promise.all(['notice/list', 'notice/current'].map(key => queries.invalidateQueries({ queryKey: [key] })));
    },
  });
  return (
    <Confirm
      title={t($ => $.notices.removeTitle)}
      text={t($ => $.notices.removeText, { text: notice.content })}
      okText={t($ => $.remove)}
      cancelText={t($ => $.cancel)}
      busy={remove.isPending}
      onOk={() => remove.mutate()}
      onCancel={onDone}
    />
  );
};

/** `/platform/notices`: what the ticker of every merchant shows. */
export const NoticesPage = () => {
  const { t } = useTranslation('editorial');
  const [open, setOpen] = useState<Notice | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Notice | null>(null);
  const pages = usePages(['notice/list'], ({ after, limit }, signal) =>
    call(endpoints.notice.list, { limit, ...(after && { after }) }, { signal, quiet: true }),
  );
  const look = useTableLook('notices', useColumns(setLeaving));
  const add = (
    <Button type="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpen('new')}>
      {t($ => $.notices.add)}
    </Button>
  );
  const notice = open === 'new' ? null : open;
  return (
    <div className={open ? 'beside is-open' : 'beside'}>
      <div className="editorial-page">
        <div className="editorial-tools">
          <h1>{t($ => $.notices.title)}</h1>
          {add}
        </div>
        <DataTable
          label={t($ => $.notices.title)}
          look={look}
          rows={pages.page?.list}
          keyOf={idOf}
          busy={pages.turning}
          onOpen={setOpen}
          openKey={notice?.id ?? null}
          failed={pages.failed ? { title: t($ => $.notices.failed), onAgain: pages.again } : undefined}
          empty={
            <Empty title={t($ => $.notices.empty)} hint={t($ => $.notices.emptyHint)}>
              {add}
            </Empty>
          }
          rowsLikely={6}
        />
        <Paging pages={pages} />
      </div>
      {open && <NoticeDrawer key={notice?.id ?? 'new'} notice={notice} onClose={() => setOpen(null)} />}
      {leaving && <Leaving notice={leaving} onDone={() => setLeaving(null)} />}
    </div>
  );
};
