import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './columns.ts';

interface TableRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  /** The tab key enters the table here. */
  readonly isEntry: boolean;
  readonly isOpen: boolean;
  readonly isFresh: boolean;
  /** undefined: rows are not chosen in this table. */
  readonly isChosen: boolean | undefined;
  readonly name: string | undefined;
}

const Content = <Row,>({ row, cell }: Pick<TableRowProps<Row>, 'row'> & Pick<Column<Row>, 'cell'>) => cell(row);
/** What it holds is not drawn anew because columns beside it come or go. */
const Cell = memo(Content) as typeof Content;

const Cells = <Row,>({ id, row, columns, isEntry, isOpen, isFresh, isChosen, name }: TableRowProps<Row>) => {
  const { t } = useTranslation('parts');
  return (
    <tr
      data-key={id}
      tabIndex={isEntry ? 0 : -1}
      aria-selected={isChosen}
      aria-current={isOpen || undefined}
      className={isFresh ? 'is-fresh' : undefined}
    >
      {isChosen !== undefined && (
        <td className="data-table-box">
          <input
            type="checkbox"
            tabIndex={-1}
            readOnly
            checked={isChosen}
            aria-label={t($ => $.table.choose, { name: name ?? id })}
          />
        </td>
      )}
      {columns.map(({ key, align, cell }) => (
        <td key={key} className={align === 'right' ? 'is-right' : undefined}>
          <Cell row={row} cell={cell} />
        </td>
      ))}
    </tr>
  );
};

/** Drawn anew only when its own row, or what marks it, changes: a pushed page of 50 redraws the few that differ. */
export const TableRow = memo(Cells) as typeof Cells;
