import { type ProductToReview, planProductEndpoints } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { usePages } from '../../../ui/data-table/use-pages.ts';
import { figureColumn } from '../../../ui/data-table/usual-columns.tsx';
import { when } from '../../../ui/format.ts';
import { Nothing } from '../../../ui/nothing.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { ViewTabs } from '../../../ui/view-tabs.tsx';
import { useProductText } from '../product-text.ts';
import { ReviewDrawer } from './review-drawer.tsx';
import { ShareForm } from './share-form.tsx';
import '../market.css';

const states = ['waiting', 'onShelf', 'sentBack', 'takenDown'] as const;
const keyOf = (row: ProductToReview) => row.id;

const useColumns = (): readonly Column<ProductToReview>[] => {
  const { t } = useTranslation('market');
  const text = useProductText();
  return useMemo(
    () => [
      {
        key: 'product',
        title: t($ => $.reviews.product),
        width: 200,
        grows: true,
        priority: 0,
        cell: row => <strong>{row.title}</strong>,
      },
      { key: 'seller', title: t($ => $.reviews.seller), width: 140, priority: 1, cell: row => row.seller },
      { key: 'trade', title: t($ => $.list.trade), width: 96, priority: 2, cell: row => t($ => $.trade[row.trade]) },
      { key: 'price', title: t($ => $.list.price), width: 110, priority: 1, align: 'right', cell: text.price },
      { key: 'version', title: t($ => $.reviews.version), width: 64, priority: 1, cell: row => `v${row.version}` },
      figureColumn(
        'nodes',
        t($ => $.reviews.nodes),
        { width: 64, priority: 3, of: row => row.nodes },
      ),
      {
        key: 'at',
        title: t($ => $.reviews.at),
        width: 130,
        priority: 2,
        cell: row => (
          <span className="key">
            {when(
              row.at,
              new Date(),
              t($ => $.today),
            )}
          </span>
        ),
      },
    ],
    [t, text],
  );
};

/** `/platform/plan-reviews`: what merchants want on the shelf, read by the platform before; `?state=` what became of others. */
export const ReviewsPage = () => {
  const { t } = useTranslation('market');
  const { query, put } = useAddress();
  const state = states.find(each => each === query.get('state')) ?? 'waiting';
  const pages = usePages(
    ['planProduct/reviews', state],
    ({ after, limit }, signal) =>
      call(planProductEndpoints.reviews, { state, limit, ...(after && { after }) }, { signal, quiet: true }),
    20,
  );
  const look = useTableLook('planReviews', useColumns());
  const product = pages.page?.list.find(({ id }) => id === query.get('open'));
  const close = () => put({ open: null }, true);
  return (
    <div className={product ? 'beside is-open' : 'beside'}>
      <div className="market-tab stack">
        <h1 className="only-read">{t($ => $.reviews.title)}</h1>
        <div className="market-views row fixed">
          <ViewTabs
            label={t($ => $.reviews.stateView)}
            tabs={states.map(key => ({
              key,
              text: t($ => $.reviews.states[key]),
              ...(key === state && pages.page && !pages.turning && { count: pages.page.total }),
            }))}
            current={state}
            onChoose={key => put({ state: key === 'waiting' ? null : key, open: null })}
          />
          <ShareForm />
        </div>
        <ListTable
          label={t($ => $.reviews.title)}
          look={look}
          pages={pages}
          keyOf={keyOf}
          onOpen={row => put({ open: row.id })}
          openKey={product?.id ?? null}
          failed={t($ => $.reviews.failed)}
          empty={
            <Nothing
              words={t($ => $.reviews, { returnObjects: true })}
              onClear={state === 'waiting' ? null : () => put({ state: null })}
            />
          }
        />
      </div>
      {product && (
        <ReviewDrawer
          key={product.id}
          product={product}
          onClose={close}
          onDone={() => {
            close();
            pages.again();
          }}
        />
      )}
    </div>
  );
};
