import { endpoints, MOST_CHOSEN_CUSTOMERS } from '@lianxian/contract';
import { Plus } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCustomersAnew } from '../../customer/use-customer.ts';
import { useNews } from '../../live/use-news.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { useChosenRows } from '../../ui/data-table/use-chosen.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { count } from '../../ui/format.ts';
import { Nothing } from '../../ui/nothing.tsx';
import { toast } from '../../ui/toast.ts';
import { useOpen } from '../../ui/use-address.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { ExportTool } from '../../work/export-tool.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { useCustomerColumns } from './columns.tsx';
import { useConditions } from './conditions.tsx';
import { askedOf, chars, everybody, isUnread, narrows, views } from './filter.ts';
import { LibraryTools } from './library-tools.tsx';
import { type CustomerRow, useCustomerPages, useFilter, useViewCounts } from './use-number.ts';
import '../../ui/drawer.css';
import './number.css';

interface NumberPageProps {
  /** Stands among the tools, before the export. */
  readonly batches: ReactNode;
  /** The open customer, beside the list; `new`: somebody to be added. */
  readonly customer: (open: {
    readonly id: string;
    readonly onClose: () => void;
    readonly onOpen: (id: string) => void;
  }) => ReactNode;
}

const keyOf = (row: CustomerRow) => row.id;
const nameOf = (row: CustomerRow) => row.name || row.phone;
/** Imports and acts on many tell of each step. */
const newsEveryMs = 1_000;
/** `?open=new`: somebody is being added. */
const adding = 'new';

/** 号码库: whom the merchant knows, who has them, and what is next. */
export const NumberPage = ({ batches, customer }: NumberPageProps) => {
  const { t } = useTranslation('number');
  const control = useFilter();
  const { filter, change, choose } = control;
  const pages = useCustomerPages(filter);
  const counts = useViewCounts();
  useNews('batches', useCustomersAnew(), newsEveryMs);
  const { id: openId, open } = useOpen();
  const look = useTableLook('customers', useCustomerColumns());
  const btns = useCurrentUser()?.btns ?? [];
  const conditions = useConditions(control);
  const asked = () => askedOf(filter, new Date());
  const chosen = useChosenRows({
    rows: pages.page?.list,
    filter: JSON.stringify(filter),
    most: MOST_CHOSEN_CUSTOMERS,
    onMost: () => toast.info(t($ => $.mostChosen, { n: count(MOST_CHOSEN_CUSTOMERS) })),
  });
  const { total = 0, more = false } = pages.page ?? {};
  const clear = narrows(filter) ? () => choose({ ...everybody, view: filter.view }) : null;
  const add = (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => open(adding)}>
      {t($ => $.add)}
    </Button>
  );
  const nothing = {
    ...(isUnread(filter)
      ? { none: t($ => $.unread), noneHint: t($ => $.unreadHint) }
      : { none: t($ => $.none), noneHint: t($ => $.noneHint) }),
    ...(filter.view === 'all'
      ? { empty: t($ => $.empty), emptyHint: t($ => $.emptyHint) }
      : { empty: t($ => $.none), emptyHint: '' }),
  };
  return (
    <div className={openId === null ? 'beside' : 'beside is-open'}>
      <section className="number page lean">
        <ViewTabs
          label={t($ => $.views.label)}
          tabs={views.map(key => {
            const counted = counts?.find(({ view }) => view === key);
            return { key, text: t($ => $.views[key]), ...(counted && { count: count(counted.total, counted.more) }) };
          })}
          current={filter.view}
          onChoose={view => choose({ ...everybody, view })}
        />
        <FilterBar
          search={
            <SearchField
              label={btns.includes('phone:unmask') ? t($ => $.search) : t($ => $.searchWhole)}
              value={filter.q}
              chars={chars.q}
              onChange={q => change('q', q)}
            />
          }
          conditions={conditions}
          onClear={clear}
          tools={
            <>
              <TableTools look={look} />
              {batches}
              {btns.includes('number:export') && (
                <ExportTool
                  ask={total > 0 && !pages.error ? t($ => $.export.ask, { n: count(total, more) }) : null}
                  nothing={pages.error ? t($ => $.failed) : t($ => $.export.nothing)}
                  onStart={() => call(endpoints.customerActs.export, asked())}
                />
              )}
              <LibraryTools />
              {add}
            </>
          }
        />
        <ListTable
          label={t($ => $.title)}
          look={look}
          pages={pages}
          keyOf={keyOf}
          nameOf={nameOf}
          empty={
            <Nothing scoped words={nothing} onClear={clear}>
              {filter.view === 'all' && add}
            </Nothing>
          }
          failed={t($ => $.failed)}
          openKey={openId}
          onOpen={row => open(row.id)}
          chosen={chosen.keys}
          onChoose={chosen.choose}
          bar={<ChosenBar chosen={chosen} total={total} more={more} asked={asked} />}
        />
      </section>
      {openId !== null && (
        <Suspense>{customer({ id: openId, onClose: () => open(null), onOpen: id => open(id) })}</Suspense>
      )}
    </div>
  );
};
