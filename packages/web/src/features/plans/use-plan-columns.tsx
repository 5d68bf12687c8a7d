import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/columns.ts';
import { actsColumn, figureColumn, nameColumn } from '../../ui/data-table/usual-columns.tsx';
import { when } from '../../ui/format.ts';
import { type PlanRow, PlanState } from './plan-state.tsx';
import { PlanActs } from './row-acts.tsx';
import type { Act } from './use-plan-acts.tsx';

/** The columns of the list. `onAct` must be stable. */
export const usePlanColumns = (onAct: (act: Act, plan: PlanRow) => void): readonly Column<PlanRow>[] => {
  const { t } = useTranslation('plans');
  return useMemo(
    () => [
      nameColumn(
        t($ => $.list.name),
        200,
      ),
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
        row => <PlanActs plan={row} onAct={onAct} />,
      ),
    ],
    [t, onAct],
  );
};
