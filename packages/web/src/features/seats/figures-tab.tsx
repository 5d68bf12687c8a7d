import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { FilterBar } from '../../ui/filter/filter-bar.tsx';
import { clock, count } from '../../ui/format.ts';
import { Empty } from '../../ui/panels.tsx';
import { DayField } from './day-field.tsx';
import { type SeatsPlace, today } from './place.ts';
import { type SeatFigures, useFigures } from './use-seats.ts';

const idOf = (row: SeatFigures) => row.employeeId;
const times = ['talkS', 'holdS', 'wrapUpS', 'breakS', 'signedOnS'] as const;
const priority = { talkS: 0, holdS: 2, wrapUpS: 1, breakS: 4, signedOnS: 3 } as const;

const useColumns = (): readonly Column<SeatFigures>[] => {
  const { t } = useTranslation('seats');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t($ => $.column.name),
        width: 140,
        grows: true,
        priority: 0,
        cell: row => <strong>{row.name}</strong>,
      },
      {
        key: 'calls',
        title: t($ => $.column.calls),
        width: 80,
        priority: 0,
        align: 'right',
        cell: row => count(row.calls),
      },
      ...times.map(
        (key): Column<SeatFigures> => ({
          key,
          title: t($ => $.column[key]),
          width: 110,
          priority: priority[key],
          align: 'right',
          cell: row => clock(row[key] * 1_000),
        }),
      ),
      {
        key: 'occupancy',
        title: t($ => $.column.occupancy),
        width: 160,
        priority: 0,
        align: 'right',
        cell: ({ occupancy }) =>
          occupancy === null ? (
            <span className="key">—</span>
          ) : (
            <span className="seats-occupancy row-in gap-8">
              <meter min={0} max={1} value={occupancy} />
              {Math.round(occupancy * 100)}%
            </span>
          ),
      },
    ],
    [t],
  );
};

/** What each seat did over a day, in figures. */
export const FiguresTab = ({ place }: { place: SeatsPlace }) => {
  const { t } = useTranslation('seats');
  const { day } = place;
  const list = useFigures(day, day === today());
  const look = useTableLook('seatFigures', useColumns());
  return (
    <section className="seats-list stack fill lean">
      <FilterBar search={<DayField place={place} />} tools={<TableTools look={look} />} />
      <DataTable
        label={t($ => $.tab.figures)}
        look={look}
        rows={list.data?.seats}
        keyOf={idOf}
        failed={
          list.isError ? { title: t($ => $.failed), error: list.error, onAgain: () => void list.refetch() } : undefined
        }
        empty={<Empty title={t($ => $.figures.empty)} hint={t($ => $.figures.emptyHint)} />}
      />
    </section>
  );
};
