import { fieldChars, marketEndpoints } from '@lianxian/contract';
import { Search } from 'lucide-react';
import { type FormEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { plainPage } from '../../ui/chunk.ts';
import { Skeleton } from '../../ui/panels.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { Shelves } from './shelves.tsx';
import '../../ui/search-field.css';
import './market.css';

const MineTab = plainPage(() => import('./mine-tab.tsx').then(file => file.MineTab));
const SellingTab = plainPage(() => import('./selling/selling-tab.tsx').then(file => file.SellingTab));

const views = ['browse', 'mine', 'selling'] as const;

/** Leads to the list with what was typed. */
const Seek = () => {
  const { t } = useTranslation('market');
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const seek = (event: FormEvent) => {
    event.preventDefault();
    const q = typed.trim();
    void navigate(q === '' ? '/PlanMarketList' : `/PlanMarketList?q=${encodeURIComponent(q)}`);
  };
  return (
    <form className="market-seek row gap-8" onSubmit={seek}>
      <span className="search-field">
        <Search size={14} aria-hidden="true" />
        <input
          type="search"
          autoComplete="off"
          maxLength={fieldChars(marketEndpoints.list.input, 'search')}
          aria-label={t($ => $.search)}
          placeholder={t($ => $.search)}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </span>
      <Button type="submit" size="small">
        {t($ => $.find)}
      </Button>
    </form>
  );
};

/** `/PlanMarket`: shelves; `?tab=` what one took of it, or what one sells. */
export const MarketPage = () => {
  const { t } = useTranslation('market');
  const user = useCurrentUser();
  const { query, put } = useAddress();
  const isPlatform = user?.roleCode === 'admin';
  const offered = isPlatform ? views.slice(0, 1) : views;
  const view = offered.find(each => each === query.get('tab')) ?? 'browse';
  return (
    <div className="page lean">
      <h1 className="only-read">{t($ => $.title)}</h1>
      <div className="market-views row fixed">
        <ViewTabs
          label={t($ => $.views)}
          tabs={offered.map(key => ({ key, text: t($ => $.view[key]) }))}
          current={view}
          onChoose={key => put({ tab: key === 'browse' ? null : key, open: null, plan: null, upgrade: null })}
        />
        {isPlatform && <Link to="/platform/plan-reviews">{t($ => $.toReview)}</Link>}
      </div>
      <Suspense fallback={<Skeleton rows={8} />}>
        {view === 'browse' && (
          <div className="market-browse fill low">
            <Seek />
            <Shelves />
          </div>
        )}
        {view === 'mine' && <MineTab />}
        {view === 'selling' && <SellingTab />}
      </Suspense>
    </div>
  );
};
