import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../../ui/format.ts';
import { State } from '../../../ui/state.tsx';
import { type Board, outcomesOf, percent } from './board.ts';

const bad: readonly string[] = ['emptyNumber', 'numberChanged', 'outOfService', 'lineFault', 'interrupted'];

/** Why calls were not answered, the commonest first. */
const Rows = ({ board }: { board: Board }) => {
  const { t } = useTranslation('tasks');
  const { causes, missed } = outcomesOf(board);
  return (
    <section className="side-part">
      <h2 className="section-title">
        {t($ => $.board.causes)} {missed > 0 && <span>{t($ => $.board.causesOf, { n: count(missed) })}</span>}
      </h2>
      {causes.length === 0 && <p className="key">{t($ => $.board.noCauses)}</p>}
      <ul className="board-causes grid">
        {causes.map(({ state, calls }) => (
          <li className="grid" key={state}>
            <State state={state} />
            <i>
              <i
                className={bad.includes(state) ? 'is-bad' : undefined}
                style={{ width: `${(100 * calls) / causes[0]!.calls}%` }}
              />
            </i>
            <b>{count(calls)}</b>
            <span className="key">{percent(calls, missed)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
export const Causes = memo(Rows);
