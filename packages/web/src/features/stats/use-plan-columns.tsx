import { Flame } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { actsColumn, figureColumn } from '../../ui/data-table/usual-columns.tsx';
import type { QualityRow } from './quality.ts';
import { comparedColumn, RowName, useRowName } from './rows.tsx';
import { useWayDown } from './use-way-down.ts';

/** A plan and its version, as one name. */
export const usePlanName = () => {
  const { t } = useTranslation('stats');
  const rowName = useRowName('version');
  return useCallback(
    (row: QualityRow): string =>
      row.planId === '0'
        ? rowName(row)
        : `${rowName(row)} · ${row.version > 0 ? t($ => $.versionOf, { n: row.version }) : t($ => $.draft)}`,
    [t, rowName],
  );
};

/** The plan's heat map, for who may open plans. */
const HeatLink = ({ row, name }: { row: QualityRow; name: string }) => {
  const { t } = useTranslation('stats');
  const mayOpen = useCurrentUser()?.rights.includes('plan') ?? false;
  if (!mayOpen || row.planId === '0') return null;
  return (
    <Link
      className="link row-in gap-4"
      to={`/plan/${row.planId}?heat=1`}
      aria-label={t($ => $.planQuality.heatOf, { name })}
    >
      <Flame size={14} aria-hidden="true" />
      {t($ => $.planQuality.heat)}
    </Link>
  );
};

export const usePlanColumns = (): readonly Column<QualityRow>[] => {
  const { t } = useTranslation('stats');
  const nameOf = usePlanName();
  const wayDown = useWayDown();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t($ => $.column.plan),
        width: 190,
        grows: true,
        priority: 0,
        cell: row => <RowName name={nameOf(row)} to={wayDown(row.calls)} />,
      },
      figureColumn(
        'listed',
        t($ => $.column.listed),
        { width: 84, priority: 2, of: ({ listed }) => listed },
      ),
      comparedColumn(
        'calls',
        t($ => $.column.dialled),
        1,
      ),
      comparedColumn(
        'answered',
        t($ => $.column.answered),
        1,
      ),
      comparedColumn(
        'heard',
        t($ => $.column.heard),
        2,
      ),
      comparedColumn(
        'good',
        t($ => $.column.good),
        0,
      ),
      comparedColumn(
        'turns',
        t($ => $.column.turns),
        4,
      ),
      comparedColumn(
        'completed',
        t($ => $.column.completed),
        3,
      ),
      comparedColumn(
        'missed',
        t($ => $.column.missed),
        3,
      ),
      comparedColumn(
        'cost',
        t($ => $.column.cost),
        5,
      ),
      actsColumn(
        t($ => $.column.actions),
        96,
        row => <HeatLink row={row} name={nameOf(row)} />,
      ),
    ],
    [t, nameOf, wayDown],
  );
};
