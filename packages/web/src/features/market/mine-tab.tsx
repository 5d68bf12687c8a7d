import { marketEndpoints } from '@lianxian/contract';
import { ArrowUpCircle, PenLine } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { actsColumn } from '../../ui/data-table/usual-columns.tsx';
import { amount, when } from '../../ui/format.ts';
import { Empty } from '../../ui/panels.tsx';
import { RowActs } from '../../ui/row-acts.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { detailPath, planPath, type Taken, useProductText } from './product-text.ts';
import { isPaid, useGiveBack } from './use-give-back.tsx';

const UpgradeDialog = lazy(() => import('./upgrade-dialog.tsx').then(file => ({ default: file.UpgradeDialog })));

type Act = 'open' | 'upgrade' | 'look' | 'giveBack';
const keyOf = (row: Taken) => row.planId;

const Version = ({ taken: { version, newest, isDown } }: { taken: Taken }) => {
  const { t } = useTranslation('market');
  if (newest > version)
    return (
      <span className="state is-warn">
        <ArrowUpCircle size={14} aria-hidden="true" /> {t($ => $.mine.newer, { version, newest })}
      </span>
    );
  return (
    <>
      {`v${version}`} {isDown && <span className="key">{t($ => $.mine.down)}</span>}
    </>
  );
};

const useColumns = (onAct: (act: Act, row: Taken) => void): readonly Column<Taken>[] => {
  const { t } = useTranslation('market');
  const text = useProductText();
  return useMemo(
    () => [
      {
        key: 'plan',
        title: t($ => $.mine.plan),
        width: 180,
        grows: true,
        priority: 0,
        cell: row => <strong>{row.planName}</strong>,
      },
      { key: 'product', title: t($ => $.mine.product), width: 160, priority: 2, cell: row => row.title },
      { key: 'seller', title: t($ => $.mine.seller), width: 120, priority: 2, cell: row => text.seller(row.seller) },
      { key: 'version', title: t($ => $.mine.version), width: 160, priority: 0, cell: row => <Version taken={row} /> },
      { key: 'price', title: t($ => $.list.price), width: 110, priority: 1, align: 'right', cell: text.price },
      {
        key: 'paid',
        title: t($ => $.mine.paid),
        width: 90,
        priority: 2,
        align: 'right',
        cell: row => amount(row.paid),
      },
      {
        key: 'at',
        title: t($ => $.mine.at),
        width: 120,
        priority: 3,
        cell: row => (
          <span className="key">
            {when(
              row.takenAt,
              new Date(),
              t($ => $.today),
            )}
          </span>
        ),
      },
      actsColumn(
        t($ => $.mine.actions),
        112,
        row => (
          <RowActs<Act>
            name={row.planName}
            more={t($ => $.mine.more)}
            acts={[
              { act: 'open', word: t($ => $.mine.open), icon: PenLine },
              ...(row.newest > row.version
                ? [{ act: 'upgrade' as const, word: t($ => $.take.upgrade), icon: ArrowUpCircle }]
                : []),
              { act: 'look', word: t($ => $.mine.look) },
              ...(row.refundableUntil
                ? [
                    {
                      act: 'giveBack' as const,
                      word: t($ => (isPaid(row) ? $.take.giveBack : $.take.drop)),
                      danger: true,
                    },
                  ]
                : []),
            ]}
            onAct={act => onAct(act, row)}
          />
        ),
      ),
    ],
    [t, text, onAct],
  );
};

/** What one’s merchant took of the market; `?upgrade=` opens the upgrade of one of its plans. */
export const MineTab = () => {
  const { t } = useTranslation('market');
  const navigate = useNavigate();
  const { query, put } = useAddress();
  const { giveBack, question } = useGiveBack();
  const pages = usePages(
    ['market/mine'],
    ({ after, limit }, signal) =>
      call(marketEndpoints.mine, { limit, ...(after && { after }) }, { signal, quiet: true }),
    20,
  );
  const onAct = useCallback(
    (act: Act, row: Taken) => {
      if (act === 'open') return void navigate(planPath(row));
      if (act === 'look') return void navigate(detailPath(row.productId));
      if (act === 'upgrade') return put({ upgrade: row.planId }, true);
      giveBack(row);
    },
    [navigate, put, giveBack],
  );
  const look = useTableLook('marketMine', useColumns(onAct));
  const upgraded = pages.page?.list.find(({ planId }) => planId === query.get('upgrade'));
  return (
    <div className="market-tab stack fill low">
      <ListTable
        label={t($ => $.mine.title)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        onOpen={row => void navigate(detailPath(row.productId))}
        failed={t($ => $.mine.failed)}
        empty={
          <Empty title={t($ => $.mine.empty)} hint={t($ => $.mine.emptyHint)}>
            <Button kind="primary" onClick={() => put({ tab: null })}>
              {t($ => $.view.browse)}
            </Button>
          </Empty>
        }
      />
      {question}
      <Suspense>{upgraded && <UpgradeDialog taken={upgraded} onClose={() => put({ upgrade: null }, true)} />}</Suspense>
    </div>
  );
};
