import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../session/current-user.ts';
import { plainPage } from '../../../ui/chunk.ts';
import { amount } from '../../../ui/format.ts';
import type { Board } from './board.ts';

const BudgetDialog = plainPage(() => import('./budget-dialog.tsx').then(file => file.BudgetDialog));

/** What the task has cost, what its live calls hold, and what it may cost; a free one has none of it. */
const Rows = ({ id, money }: Pick<Board, 'id' | 'money'>) => {
  const { t } = useTranslation('tasks');
  const [asks, setAsks] = useState(false);
  const mayControl = useCurrentUser()?.btns.includes('task:control') ?? false;
  const { spent, spentToday, held, budget, dayBudget } = money;
  const isFree = [spent, held].every(yuan => Number(yuan) === 0) && budget === null && dayBudget === null;
  if (isFree) return null;
  const rows = [
    [t($ => $.board.spent), amount(spent), budget],
    [t($ => $.board.spentToday), amount(spentToday), dayBudget],
    [t($ => $.board.held), amount(held), null],
  ] as const;
  return (
    <section className="side-part">
      <h2 className="section-title">
        {t($ => $.board.spending)}
        {mayControl && (
          <button type="button" className="link" onClick={() => setAsks(true)}>
            {t($ => $.board.setBudget)}
          </button>
        )}
      </h2>
      <dl className="board-money grid gap-6">
        {rows.map(([name, figure, of]) => (
          <div key={name} className="flex between">
            <dt className="ink2">{name}</dt>
            <dd>
              <b>{figure}</b>{' '}
              {of !== null && <span className="key">{t($ => $.board.ofBudget, { n: amount(of) })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {asks && <BudgetDialog id={id} money={money} onClose={() => setAsks(false)} />}
    </section>
  );
};
export const Spending = memo(Rows);
