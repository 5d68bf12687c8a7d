import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVisitor } from '../../session/visitor.ts';
import { Button } from '../../ui/button.tsx';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { type Given, OneTimePassword } from '../../ui/one-time-password.tsx';
import { Empty } from '../../ui/panels.tsx';
import { useConditions } from './conditions.tsx';
import { KeptDrawer, NewDrawer } from './kept-drawer.tsx';
import { KeptKpis } from './kept-kpis.tsx';
import { MoneyDialog } from './money-dialog.tsx';
import { NumberClaims } from './number-claims.tsx';
import { StopPlatform } from './stop-platform.tsx';
import { type KeptRow, type Kind, useKept, useOverview, usePlace } from './use-kept.ts';
import { useKeptColumns } from './use-kept-columns.tsx';
import '../../ui/drawer.css';
import '../../ui/view-tabs.css';
import './console.css';

interface KeptPageProps {
  readonly kind: Kind;
  /** What moved the money of one of them. */
  readonly ledger: (merchantId: string) => ReactNode;
}

const keyOf = (row: KeptRow) => row.id;
const fresh = 'new';

const NothingHere = ({ kind, narrowed }: { kind: Kind; narrowed: boolean }) => {
  const { t } = useTranslation('merchants');
  if (narrowed) return <Empty title={t($ => $.list.none)} hint={t($ => $.list.noneHint)} />;
  return kind === 'merchant' ? (
    <Empty title={t($ => $.list.emptyMerchants)} hint={t($ => $.list.emptyMerchantsHint)} />
  ) : (
    <Empty title={t($ => $.list.emptyResellers)} hint={t($ => $.list.emptyResellersHint)} />
  );
};

/** `/platform/merchants` and `/platform/resellers`: whom the platform or a reseller looks after; one of them beside the list. */
export const KeptPage = ({ kind, ledger }: KeptPageProps) => {
  const { t } = useTranslation('merchants');
  const isPlatform = useVisitor()?.roleCode === 'admin';
  const place = usePlace();
  const { openId, tab, put } = place;
  const pages = useKept(kind, place);
  const overview = useOverview();
  const [paying, setPaying] = useState<KeptRow | null>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const look = useTableLook(kind, useKeptColumns({ kind, isPlatform, onMoney: setPaying }));
  const rows = pages.page?.list;
  const open = rows?.find(row => row.id === openId);
  const close = () => put({ open: null, tab: null }, true);
  const conditions = useConditions(kind, place, isPlatform);
  const narrowed = Boolean(place.q || place.state || place.resellerId);
  const clear = () => put({ q: null, state: null, reseller: null });
  const title = kind === 'merchant' ? t($ => $.list.merchants) : t($ => $.list.resellers);
  return (
    <div className={openId === null ? 'beside' : 'beside is-open'}>
      <section className="console-page page">
        {kind === 'merchant' && <KeptKpis overview={overview} />}
        <FilterBar
          search={
            <SearchField
              label={kind === 'merchant' ? t($ => $.list.search) : t($ => $.list.searchReseller)}
              value={place.q}
              onChange={q => put({ q }, true)}
            />
          }
          conditions={conditions}
          onClear={narrowed ? clear : null}
          tools={
            <>
              <TableTools look={look} />
              {isPlatform && kind === 'merchant' && <NumberClaims />}
              {isPlatform && kind === 'merchant' && <StopPlatform overview={overview} />}
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
          empty={<NothingHere kind={kind} narrowed={narrowed} />}
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
        <KeptDrawer
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
      {given && <OneTimePassword given={given} say={t($ => $.password.say)} onClose={() => setGiven(null)} />}
    </div>
  );
};
