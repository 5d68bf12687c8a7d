import { endpoints, fieldChars, type OutputOf } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { usePages } from '../../../ui/data-table/use-pages.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { when } from '../../../ui/format.ts';
import { Input } from '../../../ui/input.tsx';
import { Empty } from '../../../ui/panels.tsx';
import { sayRemoved } from '../../../ui/undo.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import { BlacklistAdd } from './blacklist-add.tsx';

type Row = OutputOf<typeof endpoints.blacklist.list>['list'][number];

const searchAfterMs = 300;
const keyOf = (row: Row) => row.phoneKey;

const useColumns = (onRemove: ((row: Row) => void) | null): readonly Column<Row>[] => {
  const { t } = useTranslation('tasks');
  return useMemo(
    () => [
      {
        key: 'phone',
        title: t($ => $.blacklist.phone),
        width: 140,
        priority: 0,
        cell: row => <span className="phone">{row.phone}</span>,
      },
      {
        key: 'reason',
        title: t($ => $.blacklist.reason),
        width: 120,
        grows: true,
        priority: 1,
        cell: row => (
          <>
            {row.reason} {row.callId && <Link to={`/platform/call/${row.callId}`}>{t($ => $.blacklist.call)}</Link>}
          </>
        ),
      },
      {
        key: 'at',
        title: t($ => $.blacklist.at),
        width: 130,
        priority: 2,
        cell: row => (
          <span className="key">
            {when(
              row.createdAt,
              new Date(),
              t($ => $.today),
            )}
          </span>
        ),
      },
      ...(onRemove
        ? [
            {
              key: 'remove',
              title: t($ => $.list.actions),
              width: 60,
              priority: 0,
              silent: true,
              cell: (row: Row) => (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t($ => $.blacklist.remove, { phone: row.phone })}
                  onClick={() => onRemove(row)}
                >
                  <Trash2 size={15} aria-hidden="true" />
                </button>
              ),
            },
          ]
        : []),
    ],
    [t, onRemove],
  );
};

/** Numbers that no task and no test call dials: pasted in, looked up, taken out. */
export const Blacklist = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const mayChange = useCurrentUser()?.btns.includes('task:control') ?? false;
  const [typed, setTyped] = useState('');
  const phone = useSettled(typed.trim(), searchAfterMs);
  const pages = usePages(
    ['blacklist/list', phone],
    ({ after, limit }, signal) =>
      call(
        endpoints.blacklist.list,
        { limit, ...(phone && { phone }), ...(after && { after }) },
        { signal, quiet: true },
      ),
    50,
  );
  const changed = () => queries.invalidateQueries({ queryKey: ['blacklist/list'] });
  const { mutate: remove } = useMutation({
    mutationFn: (row: Row) => call(endpoints.blacklist.remove, { phoneKey: row.phoneKey }),
    onSuccess: ({ undo }, { phone }) =>
      sayRemoved(
        t($ => $.blacklist.removed, { phone }),
        undo,
        changed,
      ),
    onSettled: changed,
  });
  const look = useTableLook('blacklist', useColumns(mayChange ? remove : null));
  return (
    <Drawer title={t($ => $.blacklist.title)} closeLabel={t($ => $.close)} onClose={onClose}>
      <div className="tasks-blacklist stack fill low">
        {mayChange ? (
          <BlacklistAdd onAdded={changed} />
        ) : (
          <p className="tasks-find hint flex gap-8">{t($ => $.blacklist.hint)}</p>
        )}
        <div className="tasks-find flex gap-8">
          <Input
            aria-label={t($ => $.blacklist.search)}
            placeholder={t($ => $.blacklist.search)}
            maxLength={fieldChars(endpoints.blacklist.list.input, 'phone')}
            type="search"
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </div>
        <ListTable
          label={t($ => $.blacklist.title)}
          look={look}
          pages={pages}
          keyOf={keyOf}
          failed={t($ => $.blacklist.failed)}
          empty={<Empty title={t($ => $.blacklist.empty)} hint={t($ => $.blacklist.emptyHint)} />}
          rowsLikely={4}
        />
      </div>
    </Drawer>
  );
};
