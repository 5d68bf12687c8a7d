import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '../../ui/data-table/columns.ts';
import { actsColumn } from '../../ui/data-table/usual-columns.tsx';
import { when } from '../../ui/format.ts';
import { NumberLink } from '../../work/number-link.tsx';
import type { EntryRow } from './list-ways.ts';

/** Leads to its file; a masked one names nobody. */
const NumberCell = ({ phone }: Pick<EntryRow, 'phone'>) =>
  phone.includes('*') ? <span className="phone">{phone}</span> : <NumberLink whose={{ phone }}>{phone}</NumberLink>;

/** How long an entry holds: for ever, to a day, or no more. */
const Until = ({ row }: { row: EntryRow }) => {
  const { t } = useTranslation('lists');
  if (row.until === null) return <span className="key">{row.wish ? t($ => $.wish) : t($ => $.forever)}</span>;
  return (
    <span className={row.expired ? 'key' : undefined}>
      {row.until} {row.expired && t($ => $.expired)}
    </span>
  );
};

export const useEntryColumns = (onRemove: ((row: EntryRow) => void) | null): readonly Column<EntryRow>[] => {
  const { t } = useTranslation('lists');
  return useMemo(
    () => [
      {
        key: 'phone',
        title: t($ => $.phone),
        width: 140,
        priority: 0,
        cell: row => <NumberCell phone={row.phone} />,
      },
      {
        key: 'reason',
        title: t($ => $.reason),
        width: 160,
        grows: true,
        priority: 1,
        cell: row => (
          <>
            {row.reason || (!row.callId && '—')}{' '}
            {row.callId && <Link to={`/platform/call/${row.callId}`}>{t($ => $.call)}</Link>}
          </>
        ),
      },
      { key: 'until', title: t($ => $.until), width: 150, priority: 1, cell: row => <Until row={row} /> },
      { key: 'by', title: t($ => $.by), width: 100, priority: 3, cell: row => <span className="key">{row.by}</span> },
      {
        key: 'at',
        title: t($ => $.at),
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
            actsColumn<EntryRow>(
              t($ => $.actions),
              60,
              row => (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t($ => $.remove, { phone: row.phone })}
                  onClick={() => onRemove(row)}
                >
                  <Trash2 size={15} aria-hidden="true" />
                </button>
              ),
            ),
          ]
        : []),
    ],
    [t, onRemove],
  );
};
