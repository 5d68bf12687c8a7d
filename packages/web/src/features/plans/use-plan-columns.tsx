import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/columns.ts';
import { actsColumn, figureColumn } from '../../ui/data-table/usual-columns.tsx';
import { when } from '../../ui/format.ts';
import { type Origin, OriginMark } from './origin.tsx';
import { type PlanRow, PlanState } from './plan-state.tsx';
import { PlanActs } from './row-acts.tsx';
import type { Act } from './use-plan-acts.tsx';

/** The columns of the list. Both must be stable. */
export const usePlanColumns = (
  onAct: (act: Act, plan: PlanRow) => void,
  origins: ReadonlyMap<string, Origin>,
): readonly Column<PlanRow>[] => {
  const { t } = useTranslation('plans');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t($ => $.list.name),
        width: 200,
        grows: true,
        priority: 0,
        cell: row => {
          const origin = origins.get(row.id);
          return (
            <span className="name-state">
              <strong className="phone">{row.name}</strong>
              {origin && <OriginMark origin={origin} />}
            </span>
          );
        },
      },
      {
        key: 'state',
        title: t($ => $.list.stateTitle),
        width: 190,
        priority: 0,
        cell: row => <PlanState row={row} />,
      },
      figureColumn(
        'nodes',
        t($ => $.list.nodes),
        { width: 64, priority: 3, of: row => row.nodes },
      ),
      figureColumn(
        'tasks',
        t($ => $.list.tasks),
        { width: 104, priority: 2, of: row => row.runningTasks || <span className="key">0</span> },
      ),
      {
        key: 'changed',
        title: t($ => $.list.changed),
        width: 200,
        priority: 1,
        cell: row => (
          <span className="key">
            {`${row.changedBy} ${when(
              row.changedAt,
              new Date(),
              t($ => $.today),
            )}`}
          </span>
        ),
      },
      actsColumn(
        t($ => $.list.actions),
        112,
        row => <PlanActs plan={row} origin={origins.get(row.id)} onAct={onAct} />,
      ),
    ],
    [t, onAct, origins],
  );
};
