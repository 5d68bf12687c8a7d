import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Paging, TableKeys } from './paging.tsx';
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

/** A table with its pages: rows, what came instead of them, and the way to the pages beside. */
export const ListTable = <Row,>({ pages, failed, bar, children, ...table }: ListTableProps<Row>) => (
  <>
    <DataTable
      {...table}
      rows={pages.page?.list}
      busy={pages.turning}
      failed={pages.error ? { title: failed, error: pages.error, onAgain: pages.again } : undefined}
    />
    {bar}
    <Paging pages={pages} keys={table.onOpen && <TableKeys chooses={table.onChoose !== undefined} />}>
      {children}
    </Paging>
  </>
);
