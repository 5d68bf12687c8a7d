import { type ProductOfMine, planProductEndpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { CircleX, PenLine, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import type { Column } from '../../../ui/data-table/columns.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { actsColumn, figureColumn } from '../../../ui/data-table/usual-columns.tsx';
import { amount } from '../../../ui/format.ts';
import { Empty } from '../../../ui/panels.tsx';
import { RowActs } from '../../../ui/row-acts.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { useProductText } from '../product-text.ts';
import { ProductDrawer } from './product-drawer.tsx';
import { ProductState } from './product-state.tsx';
import { useProducts, useReadProductsAnew } from './use-products.ts';
import '../../../ui/drawer.css';

type Act = 'change' | 'withdraw';
const keyOf = (row: ProductOfMine) => row.id;
const fresh = 'new';

const Version = ({ row: { version, planVersion } }: { row: ProductOfMine }) => {
  const { t } = useTranslation('market');
  if (version === null) return <span className="key">—</span>;
  return planVersion !== null && planVersion > version
    ? t($ => $.selling.newer, { version, plan: planVersion })
    : `v${version}`;
};

/** What came in, and what is held for the day in which it may be given back. */
const Income = ({ row: { income, coming } }: { row: ProductOfMine }) => {
  const { t } = useTranslation('market');
  if (Number(coming) === 0) return amount(income);
  return (
    <>
      {amount(income)} <small className="key">{t($ => $.selling.coming, { yuan: amount(coming) })}</small>
    </>
  );
};

const useColumns = (onAct: (act: Act, row: ProductOfMine) => void): readonly Column<ProductOfMine>[] => {
  const { t } = useTranslation('market');
  const text = useProductText();
  return useMemo(
    () => [
      {
        key: 'product',
        title: t($ => $.selling.product),
        width: 180,
        grows: true,
        priority: 0,
        cell: row => <strong>{row.title}</strong>,
      },
      {
        key: 'state',
        title: t($ => $.selling.state),
        width: 100,
        priority: 0,
        cell: row => <ProductState state={row.state} />,
      },
      { key: 'version', title: t($ => $.selling.version), width: 150, priority: 2, cell: row => <Version row={row} /> },
      { key: 'price', title: t($ => $.selling.price), width: 110, priority: 1, align: 'right', cell: text.price },
      figureColumn(
        'taken',
        t($ => $.selling.taken),
        { width: 84, priority: 1, of: row => row.taken },
      ),
      {
        key: 'income',
        title: t($ => $.selling.income),
        width: 130,
        priority: 1,
        align: 'right',
        cell: row => <Income row={row} />,
      },
      actsColumn(
        t($ => $.selling.actions),
        80,
        row => (
          <RowActs<Act>
            name={row.title}
            more={t($ => $.selling.more)}
            acts={[
              { act: 'change', word: t($ => $.selling.change), icon: PenLine },
              ...(row.state === 'onShelf' || row.state === 'waiting'
                ? [{ act: 'withdraw' as const, word: t($ => $.selling.withdraw), icon: CircleX, danger: true }]
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

const useWithdraw = (): { readonly withdraw: (row: ProductOfMine) => void; readonly question: ReactNode } => {
  const { t } = useTranslation('market');
  const [asked, setAsked] = useState<ProductOfMine | null>(null);
  const readAnew = useReadProductsAnew();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => call(planProductEndpoints.withdraw, { id }),
    onSuccess: () => toast.ok(t($ => $.selling.withdrawn)),
    onSettled: () => {
      setAsked(null);
      return readAnew();
    },
  });
  const question = asked && (
    <Confirm
      title={t($ => $.selling.withdrawTitle, { title: asked.title })}
      text={t($ => $.selling.withdrawText, { n: asked.taken })}
      okText={t($ => $.selling.withdraw)}
      cancelText={t($ => $.selling.cancel)}
      busy={isPending}
      onOk={() => mutate(asked.id)}
      onCancel={() => setAsked(null)}
    />
  );
  return { withdraw: setAsked, question };
};

type Pages = ReturnType<typeof useProducts>;

/** What the platform keeps, with what one signs, and the way to one more. */
const Tools = ({ page, onAdd }: { page: Pages['page']; onAdd: () => void }) => {
  const { t } = useTranslation('market');
  return (
    <div className="market-tools row gap-10 fixed">
      <p className="hint fill lean">
        {page &&
          [
            t($ => $.selling.share, { percent: page.sharePercent }),
            page.signedBy
              ? t($ => $.selling.signed, { fingerprint: page.signedBy.fingerprint })
              : t($ => $.selling.unsigned),
          ].join(' ')}
      </p>
      <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={onAdd}>
        {t($ => $.selling.add)}
      </Button>
    </div>
  );
};

const Selling = () => {
  const { t } = useTranslation('market');
  const { query, put } = useAddress();
  const pages = useProducts();
  const list = pages.page?.list;
  const { withdraw, question } = useWithdraw();
  const onAct = useCallback(
    (act: Act, row: ProductOfMine) => (act === 'change' ? put({ open: row.id }) : withdraw(row)),
    [put, withdraw],
  );
  const look = useTableLook('products', useColumns(onAct));
  const planId = query.get('plan') ?? '';
  const open = query.get('open');
  const close = () => put({ open: null, plan: null }, true);
  // A plan is one product at most: who comes from its row finds that.
  const product = list?.find(row => (open === fresh ? row.planId === planId : row.id === open)) ?? null;
  const isOpen = product !== null || (open === fresh && list !== undefined);
  return (
    <div className={isOpen ? 'beside low is-open' : 'beside low'}>
      <div className="market-tab stack">
        <Tools page={pages.page} onAdd={() => put({ open: fresh, plan: null })} />
        <ListTable
          label={t($ => $.selling.title)}
          look={look}
          pages={pages}
          keyOf={keyOf}
          onOpen={row => put({ open: row.id })}
          openKey={product?.id ?? null}
          failed={t($ => $.selling.failed)}
          empty={<Empty title={t($ => $.selling.empty)} hint={t($ => $.selling.emptyHint)} />}
        />
      </div>
      {question}
      {isOpen && (
        <ProductDrawer
          key={product?.id ?? fresh}
          product={product}
          planId={planId}
          onSaved={id => put({ open: id, plan: null }, true)}
          onClose={close}
        />
      )}
    </div>
  );
};

/** What one’s merchant sells, and how it stands; who may not publish is told so. */
export const SellingTab = () => {
  const { t } = useTranslation('market');
  const maySell = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  return maySell ? <Selling /> : <Empty title={t($ => $.selling.mayNot)} />;
};
