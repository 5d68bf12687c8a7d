import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/columns.ts';
import { actsColumn, figureColumn } from '../../ui/data-table/usual-columns.tsx';
import { amount, when } from '../../ui/format.ts';
import { AccountState } from './account-state.tsx';
import type { AccountRow, Kind } from './use-accounts.ts';

interface ColumnsWish {
  readonly kind: Kind;
  /** The platform tops up; a reseller gives of its own. */
  readonly isPlatform: boolean;
  readonly onMoney: (row: AccountRow) => void;
}

export const useAccountColumns = ({ kind, isPlatform, onMoney }: ColumnsWish): readonly Column<AccountRow>[] => {
  const { t } = useTranslation('merchants');
  return useMemo(() => {
    const figure = (key: 'people' | 'lines' | 'live' | 'callsToday', title: string, priority: number) =>
      figureColumn<AccountRow>(key, title, { width: 76, priority, of: row => row[key] });
    const whose: Column<AccountRow> =
      kind === 'reseller'
        ? figureColumn(
            'merchants',
            t($ => $.list.merchantsOf),
            { width: 76, priority: 2, of: row => row.merchants ?? 0 },
          )
        : {
            key: 'reseller',
            title: t($ => $.list.reseller),
            width: 120,
            priority: 4,
            cell: row => row.reseller?.name ?? <span className="key">{t($ => $.list.direct)}</span>,
          };
    const money = isPlatform ? t($ => $.list.topUp) : t($ => $.list.transfer);
    return [
      {
        key: 'name',
        title: t($ => $.list.name),
        width: 190,
        grows: true,
        priority: 0,
        cell: row => (
          <span className="name-state">
            <strong>{row.name}</strong> <span className="key">{row.number}</span>
          </span>
        ),
      },
      {
        key: 'state',
        title: t($ => $.list.stateTitle),
        width: 88,
        priority: 1,
        cell: row => <AccountState active={row.active} />,
      },
      ...(isPlatform ? [whose] : []),
      {
        key: 'contact',
        title: t($ => $.list.contact),
        width: 170,
        priority: 6,
        cell: row => `${row.contactName} ${row.contactPhone}`.trim() || '—',
      },
      {
        key: 'balance',
        title: t($ => $.list.balance),
        width: 104,
        priority: 0,
        align: 'right',
        cell: row => <b>{amount(row.balance)}</b>,
      },
      figure(
        'callsToday',
        t($ => $.list.calls),
        2,
      ),
      figure(
        'live',
        t($ => $.list.live),
        3,
      ),
      figure(
        'lines',
        t($ => $.list.lines),
        5,
      ),
      figure(
        'people',
        t($ => $.list.people),
        5,
      ),
      {
        key: 'since',
        title: t($ => $.list.since),
        width: 124,
        priority: 7,
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
      actsColumn(
        t($ => $.list.actions),
        70,
        row => (
          <button type="button" className="link" aria-label={`${money} ${row.name}`} onClick={() => onMoney(row)}>
            {money}
          </button>
        ),
      ),
    ];
  }, [t, kind, isPlatform, onMoney]);
};
