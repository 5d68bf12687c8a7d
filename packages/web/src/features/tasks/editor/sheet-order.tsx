import type { CallOf, endpoints } from '@lianxian/contract';
import { listOrders } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import type { Preview } from './columns.ts';
import '../../../ui/plain-select.css';

type Sheet = CallOf<typeof endpoints.task.import>;
/** By what the list is called; the column, where it is by one. */
export interface SheetOrdered {
  readonly order: NonNullable<Sheet['order']>;
  readonly orderBy?: number;
}

interface SheetOrderProps {
  readonly columns: Preview['columns'];
  readonly ordered: SheetOrdered;
  readonly onChange: (ordered: SheetOrdered) => void;
}

const isByColumn = (order: SheetOrdered['order']) => order === 'ascending' || order === 'descending';

/** In which order the rows are called: as they stand, shuffled, or by what a column says. */
export const SheetOrder = ({ columns, ordered, onChange }: SheetOrderProps) => {
  const { t } = useTranslation('tasks');
  const first = columns[0]?.index ?? 0;
  const { order, orderBy = first } = ordered;
  return (
    <label>
      {t($ => $.order.title)}
      <select
        className="plain-select"
        value={order}
        onChange={event => {
          const chosen = listOrders.find(each => each === event.target.value) ?? 'given';
          onChange(isByColumn(chosen) ? { order: chosen, orderBy } : { order: chosen });
        }}
      >
        {listOrders.map(each => (
          <option key={each} value={each}>
            {t($ => $.order[each])}
          </option>
        ))}
      </select>
      {isByColumn(order) && (
        <select
          className="plain-select"
          aria-label={t($ => $.order.column)}
          value={orderBy}
          onChange={event => onChange({ order, orderBy: Number(event.target.value) })}
        >
          {columns.map(({ index, title, kept }) => (
            <option key={index} value={index}>
              {title || kept}
            </option>
          ))}
        </select>
      )}
    </label>
  );
};
