import { endpoints, fieldChars } from '@lianxian/contract';
import { OctagonX, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { type Given, OneTimePassword } from '../../ui/one-time-password.tsx';
import { Empty } from '../../ui/panels.tsx';
import { AccountDrawer, NewDrawer } from './account-drawer.tsx';
import { AccountKpis } from './account-kpis.tsx';
import { useConditions } from './conditions.tsx';
import { MoneyDialog } from './money-dialog.tsx';
import { NumberClaims } from './number-claims.tsx';
import { Retention } from './retention.tsx';
import { StopPlatform } from './stop-platform.tsx';
import { useAccountColumns } from './use-account-columns.tsx';
import { type AccountRow, type Kind, useAccounts, useOverview, usePlace } from './use-accounts.ts';
import { PlatformUsePrices } from './use-price-places.tsx';
import '../../ui/drawer.css';
import '../../ui/view-tabs.css';
import './admin.css';

interface AccountsPageProps {
  readonly kind: Kind;
  /** What moved the money of one of them. */
  readonly ledger: (merchantId: string) => ReactNode;
}

const keyOf = (row: AccountRow) => row.id;
const fresh = 'new';

const NothingHere = ({ kind, filtered }: { kind: Kind; filtered: boolean }) => {
  const { t } = useTranslation('merchants');
  if (filtered) return <Empty title={t($ => $.list.none)} hint={t($ => $.list.noneHint)} />;
  return kind === 'merchant' ? (
    <Empty title={t($ => $.list.emptyMerchants)} hint={t($ => $.list.emptyMerchantsHint)} />
  ) : (
    <Empty title={t($ => $.list.emptyResellers)} hint={t($ => $.list.emptyResellersHint)} />
  );
};

/** `/platform/merchants` and `/platform/resellers`: whom the platform or a reseller looks after; one of them beside the list. */
export const AccountsPage = ({ kind, ledger }: AccountsPageProps) => {
  const { t } = useTranslation('merchants');
  const isPlatform = useCurrentUser()?.roleCode === 'admin';
  const place = usePlace();
  const { openId, tab, put } = place;
  const pages = useAccounts(kind, place);
  const overview = useOverview();
  const [paying, setPaying] = useState<AccountRow | null>(null);
  const [stopping, setStopping] = useState(false);
  const [given, setGiven] = useState<Given | null>(null);
  const look = useTableLook(kind, useAccountColumns({ kind, isPlatform, onMoney: setPaying }));
  const rows = pages.page?.list;
  const open = rows?.find(row => row.id === openId);
  const close = () => put({ open: null, tab: null }, true);
  const conditions = useConditions(kind, place, isPlatform);
  const filtered = Boolean(place.q || place.state || place.resellerId);
  const clear = () => put({ q: null, state: null, reseller: null });
  const title = kind === 'merchant' ? t($ => $.list.merchants) : t($ => $.list.resellers);
  return (
    <div className={openId === null ? 'beside' : 'beside is-open'}>
      <section className="admin-page page">
        {kind === 'merchant' && <AccountKpis overview={overview} />}
        <FilterBar
          search={
            <SearchField
              label={kind === 'merchant' ? t($ => $.list.search) : t($ => $.list.searchReseller)}
              chars={fieldChars(endpoints.merchant.list.input, 'q')}
              value={place.q}
              onChange={q => put({ q }, true)}
            />
          }
          conditions={conditions}
          onClear={filtered ? clear : null}
          tools={
            <>
              <TableTools look={look} />
              {isPlatform && kind === 'merchant' && <NumberClaims />}
              {isPlatform && kind === 'merchant' && <PlatformUsePrices />}
              {isPlatform && kind === 'merchant' && <Retention />}
              {isPlatform && kind === 'merchant' && (
                <Button danger icon={<OctagonX size={14} aria-hidden="true" />} onClick={() => setStopping(true)}>
                  {t($ => $.stopAll.button)}
                </Button>
              )}
              <Button
                kind="primary"
                icon={<Plus size={14} aria-hidden="true" />}
                onClick={() => put({ open: fresh, tab: null }, true)}
              >
                {kind === 'merchant' ? t($ => $.list.addMerchant) : t($ => $.list.addReseller)}
              </Button>
            </>
          }
        />
        <ListTable
          label={title}
          look={look}
          pages={pages}
          keyOf={keyOf}
          empty={<NothingHere kind={kind} filtered={filtered} />}
          failed={t($ => $.list.failed)}
          openKey={openId}
          onOpen={row => put({ open: row.id }, true)}
        />
      </section>
      {openId === fresh && (
        <NewDrawer
          kind={kind}
          isPlatform={isPlatform}
          onMade={made => {
            setGiven(made);
            close();
          }}
          onClose={close}
        />
      )}
      {open && (
        <AccountDrawer
          key={`${open.id} ${open.reseller?.id ?? ''}`}
          kind={kind}
          row={open}
          tab={tab}
          isPlatform={isPlatform}
          ledger={ledger(open.id)}
          onTab={next => put({ tab: next }, true)}
          onClose={close}
        />
      )}
      {paying && <MoneyDialog row={paying} isPlatform={isPlatform} onClose={() => setPaying(null)} />}
      {stopping && <StopPlatform onClose={() => setStopping(false)} />}
      {given && <OneTimePassword given={given} say={t($ => $.password.say)} onClose={() => setGiven(null)} />}
    </div>
  );
};
