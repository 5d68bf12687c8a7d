import type { TableName } from '@lianxian/contract';
import { useMemo } from 'react';
import { type TableSettings, useTableSettings, usualLook } from '../../session/table-settings.ts';
import { type Column, inOrder, moved } from './columns.ts';

/** What a person chose for one table: kept by the server for that person, under the table's name. */
export interface TableLook<Row> {
  readonly settings: TableSettings;
  /** In the chosen order. */
  readonly all: readonly Column<Row>[];
  /** The columns not put away. */
  readonly columns: readonly Column<Row>[];
  readonly isHidden: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  /** One place to the front or the back. */
  readonly move: (key: string, step: -1 | 1) => void;
  readonly dense: boolean;
  readonly setDense: (dense: boolean) => void;
  readonly isUsual: boolean;
  readonly reset: () => void;
  readonly rowHeight: number;
}

const usual = 37;
const tight = 30;

/** Columns and density of the table `name`, for `DataTable` and `TableTools`. `columns` should be stable (`useMemo`). */
export const useTableLook = <Row>(name: TableName, columns: readonly Column<Row>[]): TableLook<Row> => {
  const settings = useTableSettings(name);
  const { look, setLook } = settings;
  const { hidden, order, dense } = look;
  const all = useMemo(() => inOrder(columns, order), [columns, order]);
  const shown = useMemo(
    () => all.filter(column => column.priority === 0 || !hidden.includes(column.key)),
    [all, hidden],
  );
  const isHidden = (key: string) => hidden.includes(key);
  return {
    settings,
    all,
    columns: shown,
    isHidden,
    toggle: key => setLook({ ...look, hidden: isHidden(key) ? hidden.filter(each => each !== key) : [...hidden, key] }),
    move: (key, step) => setLook({ ...look, order: moved(all, key, step) }),
    dense,
    setDense: next => setLook({ ...look, dense: next }),
    isUsual: hidden.length === 0 && order.length === 0,
    reset: () => setLook({ ...usualLook, dense }),
    rowHeight: dense ? tight : usual,
  };
};
