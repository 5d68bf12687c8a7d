import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../popover.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Paging, TableKeys } from './paging.tsx';
import type { TableLook } from './table-look.ts';
import { Columns } from './table-tools.tsx';
import type { ListPage, Pages } from './use-pages.ts';

interface ListTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'busy' | 'failed'> {
  readonly pages: Pages<ListPage<Row>>;
  /** Says that the list could not be read. */
  readonly failed: string;
  /** Lies over the foot of the table: what is done with chosen rows. */
  readonly bar?: ReactNode;
  /** Further totals, after the count. */
  readonly children?: ReactNode;
}

/** Columns that found no room are said by name; which go first is chosen there. */
const Dropped = <Row,>({ titles, look }: { titles: readonly string[]; look: TableLook<Row> }) => {
  const { t } = useTranslation('parts');
  if (titles.length === 0) return null;
  const says = t($ => $.table.dropped, { n: titles.length });
  const names = t($ => $.table.droppedNames, { names: titles.join(t($ => $.table.and)) });
  return (
    <Popover
      className="table-dropped link"
      name={`${says}${names}`}
      title={`${says}${names}`}
      label={
        <>
          <span className="whole">{says}</span>
          <span>{names}</span>
        </>
      }
    >
      {() => <Columns look={look} />}
    </Popover>
  );
};

/** A table with its pages: rows, what came instead of them, what found no room, and the way to the pages beside. */
export const ListTable = <Row,>({ pages, failed, bar, children, ...table }: ListTableProps<Row>) => {
  const [dropped, setDropped] = useState<readonly string[]>([]);
  return (
    <>
      <DataTable
        {...table}
        rows={pages.page?.list}
        busy={pages.turning}
        failed={pages.error ? { title: failed, error: pages.error, onAgain: pages.again } : undefined}
        onDropped={setDropped}
      />
      {bar}
      <Paging
        pages={pages}
        dropped={<Dropped titles={dropped} look={table.look} />}
        keys={table.onOpen && <TableKeys chooses={table.onChoose !== undefined} />}
      >
        {children}
      </Paging>
    </>
  );
};
