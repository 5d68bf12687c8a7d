import type { ReactNode } from 'react';

/** One column of a table over rows of `Row`. */
export interface Column<Row> {
  /** Remembered by this: not changed once it is in use. */
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Px. A growing column is never narrower and shares what is left over. */
  readonly width: number;
  readonly grows?: boolean;
  /** 0 is never dropped; of the others the highest goes first where there is no room, the last of equals before. */
  readonly priority: number;
  readonly align?: 'right';
  /** Its head is only read out: a column of buttons. */
  readonly silent?: boolean;
}

/** The columns that fit into `width` px, in their order. */
export const fit = <C extends Pick<Column<never>, 'width' | 'priority'>>(
  columns: readonly C[],
  width: number,
): readonly C[] => {
  const kept = [...columns];
  const taken = () => kept.reduce((sum, column) => sum + column.width, 0);
  while (taken() > width) {
    const highest = Math.max(...kept.map(column => column.priority));
    if (highest <= 0) break;
    kept.splice(
      kept.findLastIndex(column => column.priority === highest),
      1,
    );
  }
  return kept;
};
