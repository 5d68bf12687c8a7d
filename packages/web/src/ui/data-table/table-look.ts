import { useMemo, useState } from 'react';
import type { Column } from './columns.ts';

/** What a person chose for one table; kept in this browser under the table's name. */
export interface TableLook<Row> {
  readonly all: readonly Column<Row>[];
  /** The columns not put away. */
  readonly columns: readonly Column<Row>[];
  readonly isHidden: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  readonly dense: boolean;
  readonly setDense: (dense: boolean) => void;
  readonly rowHeight: number;
}

interface Kept {
  readonly hidden: readonly string[];
  readonly dense: boolean;
}

const usual = 37;
const tight = 30;
const storageKey = (name: string) => `lx.table.${name}`;

const read = (name: string): Kept => {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(name)) ?? '{}') as Partial<Kept>;
    return { hidden: Array.isArray(kept.hidden) ? kept.hidden : [], dense: kept.dense === true };
  } catch {
    return { hidden: [], dense: false };
  }
};

/** Columns and density of the table `name`, for `DataTable` and `TableTools`. `columns` should be stable (`useMemo`). */
export const useTableLook = <Row>(name: string, columns: readonly Column<Row>[]): TableLook<Row> => {
  const [kept, setKept] = useState(() => read(name));
  const change = (part: Partial<Kept>) => {
    const next = { ...kept, ...part };
    setKept(next);
    localStorage.setItem(storageKey(name), JSON.stringify(next));
  };
  const isHidden = (key: string) => kept.hidden.includes(key);
  const shown = useMemo(
    () => columns.filter(column => column.priority === 0 || !kept.hidden.includes(column.key)),
    [columns, kept.hidden],
  );
  return {
    all: columns,
    columns: shown,
    isHidden,
    toggle: key => change({ hidden: isHidden(key) ? kept.hidden.filter(each => each !== key) : [...kept.hidden, key] }),
    dense: kept.dense,
    setDense: dense => change({ dense }),
    rowHeight: kept.dense ? tight : usual,
  };
};
