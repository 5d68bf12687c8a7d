import { endpoints, fieldChars } from '@lianxian/contract';
import { FileUp, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import type { TableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import type { ListPage, Pages } from '../../ui/data-table/use-pages.ts';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { Nothing } from '../../ui/nothing.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ExportTool } from '../../work/export-tool.tsx';
import type { SheetWays } from './list-ways.ts';
import { SheetsDrawer } from './sheets-drawer.tsx';

/** The number that is sought stands in the address. */
export const useSought = () => {
  const { query, put } = useAddress();
  return { phone: query.get('phone') ?? '', seek: (phone: string) => put({ phone: phone || null }, true) };
};

interface ListFrameProps<Row> {
  readonly label: string;
  readonly ways: SheetWays;
  readonly mayChange: boolean;
  readonly addText: string;
  readonly look: TableLook<Row>;
  readonly pages: Pages<ListPage<Row>>;
  readonly keyOf: (row: Row) => string;
  /** Which list, and what is said of it: before and below the search. */
  readonly scope?: ReactNode;
  readonly note: ReactNode;
  /** The drawer in which numbers are added. */
  readonly adding: (onClose: () => void) => ReactNode;
}

/** A list of numbers: its search, its tools, its rows, and beside it the drawer of what one does. */
export const ListFrame = <Row,>(props: ListFrameProps<Row>) => {
  const { label, ways, mayChange, addText, look, pages, keyOf, scope, note, adding } = props;
  const { t } = useTranslation('lists');
  const { phone, seek } = useSought();
  const seesPhones = useCurrentUser()?.btns.includes('phone:unmask') ?? false;
  const [drawer, setDrawer] = useState<'add' | 'sheets' | null>(null);
  const close = () => setDrawer(null);
  const create = mayChange && (
    <Button kind="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setDrawer('add')}>
      {addText}
    </Button>
  );
  const nothing = {
    none: t($ => $.none),
    noneHint: t($ => $.noneHint),
    empty: t($ => $.empty[ways.words]),
    emptyHint: t($ => $.emptyHint[ways.words]),
  };
  return (
    <div className={drawer === null ? 'beside fill low' : 'beside is-open fill low'}>
      <section className="lists-list page lean">
        <FilterBar
          search={
            <>
              {scope}
              <SearchField
                label={seesPhones ? t($ => $.search) : t($ => $.searchWhole)}
                value={phone}
                chars={fieldChars(endpoints.blacklist.list.input, 'phone')}
                inputMode="tel"
                onChange={seek}
              />
            </>
          }
          tools={
            <>
              <TableTools look={look} />
              {ways.export && (
                <ExportTool
                  ask={(pages.page?.total ?? 0) > 0 ? t($ => $.exportAsk) : null}
                  nothing={t($ => $.exportNothing)}
                  onStart={ways.export}
                />
              )}
              {mayChange && (
                <Button icon={<FileUp size={14} aria-hidden="true" />} onClick={() => setDrawer('sheets')}>
                  {t($ => $.sheets)}
                </Button>
              )}
              {create}
            </>
          }
        />
        <div className="lists-note hint">{note}</div>
        <ListTable
          label={label}
          look={look}
          pages={pages}
          keyOf={keyOf}
          failed={t($ => $.failed)}
          empty={
            <Nothing words={nothing} onClear={phone === '' ? null : () => seek('')}>
              {create}
            </Nothing>
          }
        />
      </section>
      {drawer === 'add' && adding(close)}
      {drawer === 'sheets' && <SheetsDrawer ways={ways} onClose={close} />}
    </div>
  );
};
