import type { ReactNode } from 'react';
import { count } from '../format.ts';
import type { Column } from './columns.ts';

/** What a row is called; it is what stays longest, and takes the room that is left. */
export const nameColumn = <Row extends { readonly name: string }>(title: string, width: number): Column<Row> => ({
  key: 'name',
  title,
  width,
  grows: true,
  priority: 0,
  cell: row => <strong className="phone">{row.name}</strong>,
});

/** A number, or what stands for it. */
export const figureColumn = <Row,>(
  key: string,
  title: string,
  { width, priority, of }: { width: number; priority: number; of: (row: Row) => number | ReactNode },
): Column<Row> => ({
  key,
  title,
  width,
  priority,
  align: 'right',
  cell: row => {
    const figure = of(row);
    return typeof figure === 'number' ? count(figure) : figure;
  },
});

/** What can be done with a row: last, and never dropped. */
export const actsColumn = <Row,>(title: string, width: number, cell: (row: Row) => ReactNode): Column<Row> => ({
  key: 'actions',
  title,
  width,
  priority: 0,
  silent: true,
  cell,
});
