import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/columns.ts';
import { count, when } from '../../ui/format.ts';
import { type PlanRow, PlanState } from './plan-state.tsx';
import { PlanActs } from './row-acts.tsx';
import type { Act } from './use-plan-acts.tsx';

/** The columns of the list. `onAct` must be stable. */
export const usePlanColumns = (onAct: (act: Act, plan: PlanRow) => void): readonly Column<PlanRow>[] => {
  const { t } = useTranslation('plans');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t($ => $.list.name),
        width: 200,
        grows: true,
        priority: 0,
        cell: row => <strong className="phone">{row.name}</strong>,
      },
      {
        key: 'state',
        title: t($ => $.list.stateTitle),
        width: 190,
        priority: 0,
        cell: row => <PlanState row={row} />,
      },
      {
        key: 'nodes',
        title: t($ => $.list.nodes),
        width: 64,
        priority: 3,
        align: 'right',
        cell: row => count(row.nodes),
      },
      {
        key: 'tasks',
        title: t($ => $.list.tasks),
        width: 104,
        priority: 2,
        align: 'right',
        cell: row => (row.runningTasks === 0 ? <span className="key">0</span> : count(row.runningTasks)),
      },
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
      {
        key: 'actions',
        title: t($ => $.list.actions),
        width: 112,
        priority: 0,
        silent: true,
        cell: row => <PlanActs plan={row} onAct={onAct} />,
      },
    ],
    [t, onAct],
  );
};
