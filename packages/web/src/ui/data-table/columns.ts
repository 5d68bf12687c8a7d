import type { ReactNode } from 'react';

/** One column of a table over rows of `Row`. */
export interface Column<Row> {
  /** Remembered by this: not changed once it is in use. */
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Px at the usual size of type; it grows with the type. A growing column is never narrower and shares what is left over. */
  readonly width: number;
  readonly grows?: boolean;
  /** 0 is never dropped; of the others the highest goes first where there is no room, the last of equals before. */
  readonly priority: number;
  readonly align?: 'right';
  /** The rows come in its order, the last first: its head says so. */
  readonly lastFirst?: boolean;
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

/** What their widths are multiplied by: with the type, and less where those that are never dropped find no room so. */
export const scaleIn = (columns: readonly Pick<Column<never>, 'width'>[], room: number, scale: number): number =>
  Math.min(scale, Math.max(0, room) / columns.reduce((sum, column) => sum + column.width, 0));

/** A column of buttons ends every table and is not moved. */
export const isMovable = ({ silent }: Pick<Column<never>, 'silent'>): boolean => !silent;

/** The columns in the order that was chosen; what is in no order (a new column) stays behind the one it usually follows. */
export const inOrder = <C extends Pick<Column<never>, 'key' | 'silent'>>(
  columns: readonly C[],
  order: readonly string[],
): readonly C[] => {
  const chosen = order.flatMap(key => columns.find(column => column.key === key && isMovable(column)) ?? []);
  if (chosen.length === 0) return columns;
  const sorted = [...chosen];
  columns.forEach((column, at) => {
    if (chosen.includes(column)) return;
    const before = at === 0 ? -1 : sorted.indexOf(columns[at - 1]!);
    sorted.splice(isMovable(column) ? before + 1 : sorted.length, 0, column);
  });
  return sorted;
};

/** The keys of the movable columns with one of them a place further to the front or the back. */
export const moved = (
  columns: readonly Pick<Column<never>, 'key' | 'silent'>[],
  key: string,
  step: -1 | 1,
): string[] => {
  const keys = columns.filter(isMovable).map(column => column.key);
  const at = keys.indexOf(key);
  const to = at + step;
  if (at < 0 || to < 0 || to >= keys.length) return keys;
  keys.splice(to, 0, ...keys.splice(at, 1));
  return keys;
};
