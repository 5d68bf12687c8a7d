import {
  fieldChars,
  marketEndpoints,
  marketTrades,
  type ProductRow,
  planAccesses,
  planPriceKinds,
} from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { figureColumn } from '../../ui/data-table/usual-columns.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { when } from '../../ui/format.ts';
import { Nothing } from '../../ui/nothing.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { detailPath, intervalOf, shareText, useProductText } from './product-text.ts';
import '../../ui/plain-select.css';
import './market.css';

const sorts = ['newest', 'rating', 'taken', 'price'] as const;
const conditions = ['trade', 'priceKind', 'access'] as const;
const idOf = (row: ProductRow) => row.id;

/** What the address narrows; what no link could mean is left out. */
const useFilter = () => {
  const { query, put } = useAddress();
  const of = <T extends string>(all: readonly T[], name: string): T | undefined =>
    all.find(each => each === query.get(name));
  const trade = of(marketTrades, 'trade');
  const priceKind = of(planPriceKinds, 'priceKind');
  const access = of(planAccesses, 'access');
  const cid = query.get('cid');
  const filter = {
    search: query.get('q') ?? '',
    ...(trade && { trade }),
    ...(priceKind && { priceKind }),
    ...(access && { access }),
    ...(cid && { cid }),
    sort: of(sorts, 'sort') ?? sorts[0],
  };
  const narrows = filter.search !== '' || [trade, priceKind, access, cid].some(Boolean);
  return { filter, put, narrows };
};
type Filter = ReturnType<typeof useFilter>;

const Rating = ({ rating }: Pick<ProductRow, 'rating'>) => {
  const { t } = useTranslation('market');
  if (!rating)
    return (
      <span className="key" title={t($ => $.rating.noneHint)}>
        {t($ => $.rating.none)}
      </span>
    );
  const { from, to } = intervalOf(rating.levelA);
  return (
    <>
      {shareText(rating.levelA.share)} <span className="key">{`${from}–${to}`}</span>
    </>
  );
};

const useColumns = (): readonly Column<ProductRow>[] => {
  const { t } = useTranslation('market');
  const text = useProductText();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t($ => $.list.name),
        width: 220,
        grows: true,
        priority: 0,
        cell: ({ title, isTaken, isOwn }) => (
          <span className="name-state">
            <strong>{title}</strong>
            {(isTaken || isOwn) && <span className="key">{t($ => (isOwn ? $.isOwn : $.isTaken))}</span>}
          </span>
        ),
      },
      {
        key: 'trade',
        title: t($ => $.list.trade),
        width: 96,
        priority: 1,
        cell: row => t($ => $.trade[row.trade]),
      },
      { key: 'seller', title: t($ => $.list.seller), width: 130, priority: 2, cell: row => text.seller(row.seller) },
      { key: 'price', title: t($ => $.list.price), width: 110, priority: 0, align: 'right', cell: text.price },
      {
        key: 'access',
        title: t($ => $.list.access),
        width: 80,
        priority: 2,
        cell: row => t($ => $.access[row.access]),
      },
      {
        key: 'rating',
        title: t($ => $.list.rating),
        width: 180,
        priority: 1,
        align: 'right',
        cell: row => <Rating rating={row.rating} />,
      },
      figureColumn(
        'taken',
        t($ => $.list.taken),
        { width: 84, priority: 1, of: row => row.taken },
      ),
      { key: 'version', title: t($ => $.list.version), width: 64, priority: 3, cell: row => `v${row.version}` },
      {
        key: 'published',
        title: t($ => $.list.published),
        width: 120,
        priority: 3,
        cell: row => (
          <span className="key">
            {when(
              row.publishedAt,
              new Date(),
              t($ => $.today),
            )}
          </span>
        ),
      },
    ],
    [t, text.price, text.seller],
  );
};

const Choices = ({ filter, put }: Pick<Filter, 'filter' | 'put'>) => {
  const { t } = useTranslation('market');
  const options = {
    trade: marketTrades.map(key => [key, t($ => $.trade[key])] as const),
    priceKind: planPriceKinds.map(key => [key, t($ => $.priceKind[key])] as const),
    access: planAccesses.map(key => [key, t($ => $.access[key])] as const),
  };
  const any = {
    trade: t($ => $.list.anyTrade),
    priceKind: t($ => $.list.anyPriceKind),
    access: t($ => $.list.anyAccess),
  };
  return (
    <>
      {conditions.map(name => (
        <select
          key={name}
          className="plain-select"
          aria-label={t($ => $.list[name])}
          value={filter[name] ?? ''}
          onChange={event => put({ [name]: event.target.value || null })}
        >
          <option value="">{any[name]}</option>
          {options[name].map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      ))}
      <select
        className="plain-select"
        aria-label={t($ => $.list.sort)}
        value={filter.sort}
        onChange={event => put({ sort: event.target.value === sorts[0] ? null : event.target.value })}
      >
        {sorts.map(sort => (
          <option key={sort} value={sort}>
            {t($ => $.list.sorts[sort])}
          </option>
        ))}
      </select>
    </>
  );
};

/** `/PlanMarketList`: plans on the shelf, found by words, trade, price and how open they are; all of it in the address. */
export const MarketListPage = () => {
  const { t } = useTranslation('market');
  const navigate = useNavigate();
  const { filter, put, narrows } = useFilter();
  const pages = usePages(
    ['market/list', filter],
    ({ after, limit }, signal) =>
      call(marketEndpoints.list, { ...filter, limit, ...(after && { after }) }, { signal, quiet: true }),
    20,
  );
  const look = useTableLook('market', useColumns());
  const clear = () => put({ q: null, trade: null, priceKind: null, access: null, cid: null });
  return (
    <div className="market-list page lean">
      <h1 className="only-read">{t($ => $.list.title)}</h1>
      <FilterBar
        search={
          <>
            <SearchField
              label={t($ => $.search)}
              chars={fieldChars(marketEndpoints.list.input, 'search')}
              value={filter.search}
              onChange={q => put({ q }, true)}
            />
            <Choices filter={filter} put={put} />
            {narrows && (
              <button type="button" className="link" onClick={clear}>
                {t($ => $.list.clear)}
              </button>
            )}
          </>
        }
        tools={<TableTools look={look} />}
      />
      <ListTable
        label={t($ => $.list.title)}
        look={look}
        pages={pages}
        keyOf={idOf}
        onOpen={row => void navigate(detailPath(row.id))}
        failed={t($ => $.list.failed)}
        empty={<Nothing words={t($ => $.list, { returnObjects: true })} onClear={narrows ? clear : null} />}
      />
    </div>
  );
};
