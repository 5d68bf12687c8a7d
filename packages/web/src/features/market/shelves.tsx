import { marketEndpoints, type ProductRow } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { count } from '../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { ProductCard } from './product-card.tsx';

const listPath = '/PlanMarketList';
const shelves = [
  { key: 'best', href: `${listPath}?sort=rating` },
  { key: 'newest', href: listPath },
  { key: 'free', href: `${listPath}?priceKind=free` },
] as const;

const Shelf = ({ name, href, products }: { name: string; href: string; products: readonly ProductRow[] }) => {
  const { t } = useTranslation('market');
  if (products.length === 0) return null;
  return (
    <section className="market-part" aria-label={name}>
      <header className="row-text between">
        <h2>{name}</h2>
        <Link to={href} aria-label={`${t($ => $.all)} ${name}`}>
          {t($ => $.all)}
        </Link>
      </header>
      <ul className="market-cards grid gap-10">
        {products.map(product => (
          <li key={product.id} className="grid">
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Where the market begins: trades, then a few of the best, newest and free plans. */
export const Shelves = () => {
  const { t } = useTranslation('market');
  const { data, error, refetch } = useQuery({
    queryKey: ['market/shelves'],
    queryFn: ({ signal }) => call(marketEndpoints.shelves, {}, { signal, quiet: true }),
  });
  if (error && !data) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={10} height={56} />;
  const trades = data.trades.filter(({ products }) => products > 0);
  if (trades.length === 0) return <Empty title={t($ => $.empty)} hint={t($ => $.emptyHint)} />;
  return (
    <>
      {data.upgrades > 0 && (
        <p className="market-newer row gap-6">
          <ArrowUpCircle size={14} aria-hidden="true" />
          <Link to="/PlanMarket?tab=mine">{t($ => $.newer, { count: data.upgrades })}</Link>
        </p>
      )}
      <section className="market-part" aria-label={t($ => $.trades)}>
        <h2>{t($ => $.trades)}</h2>
        <ul className="market-trades flex gap-8 wrap">
          {trades.map(({ trade, products }) => (
            <li key={trade}>
              <Link to={`${listPath}?trade=${trade}`} className="market-trade lit row-text gap-8">
                <strong>{t($ => $.trade[trade])}</strong>
                <span className="hint">{t($ => $.tradeCount, { n: count(products) })}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {shelves.map(({ key, href }) => (
        <Shelf key={key} name={t($ => $.shelf[key])} href={href} products={data[key]} />
      ))}
    </>
  );
};
