import type { TownResult } from '@lianxian/contract';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byKeys } from '../../../ui/by-keys.ts';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { nodeOf } from '../graph/edits.ts';
import { CoverageLine } from './coverage-line.tsx';
import { calleesCalled, useTown } from './use-town.ts';

const Tempers = ({ tempers }: Pick<TownResult, 'tempers'>) => {
  const { t } = useTranslation('talk');
  return (
    <section className="tests-town-table">
      <table className="small">
        <thead>
          <tr>
            <th scope="col">{t($ => $.tests.town.who)}</th>
            <th scope="col">{t($ => $.tests.town.reached)}</th>
          </tr>
        </thead>
        <tbody>
          {tempers.map(({ temper, reached, talks }) => (
            <tr key={temper}>
              <th scope="row">{t($ => $.tests.town.tempers[temper])}</th>
              <td>{t($ => $.tests.town.share, { reached, talks })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** What was meant, a row each, by what it was heard as; rows and columns of nothing are left out. */
const Cells = ({ cells }: Pick<TownResult, 'cells'>) => {
  const { t } = useTranslation('talk');
  const rows = [...new Set(cells.map(({ meant }) => meant))];
  // Those that were meant first, as their rows stand: what was heard as it was meant lies on a line.
  const rankOf = (as: string) => [...rows, as].findIndex(kind => kind === as);
  const columns = [...new Set(cells.map(({ as }) => as))].toSorted((one, other) => rankOf(one) - rankOf(other));
  const countOf = (meant: string, as: string) => cells.find(cell => cell.meant === meant && cell.as === as)?.count;
  return (
    <section className="tests-town-table" aria-label={t($ => $.tests.town.table)} {...byKeys}>
      <table className="small">
        <caption>{t($ => $.tests.town.table)}</caption>
        <thead>
          <tr>
            <th scope="col">{t($ => $.tests.town.meant)}</th>
            {columns.map(as => (
              <th key={as} scope="col">
                {t($ => $.tests.town.kinds[as])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(meant => (
            <tr key={meant}>
              <th scope="row">{t($ => $.tests.town.kinds[meant])}</th>
              {columns.map(as => (
                <td key={as} className={as === meant ? 'is-same' : undefined}>
                  {countOf(meant, as) ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Worst = ({ worst }: Pick<TownResult, 'worst'>) => {
  const { t } = useTranslation('talk');
  const plan = useDraft(state => state.plan);
  return (
    <section className="stack gap-8" aria-label={t($ => $.tests.town.worst)}>
      <h2>{t($ => $.tests.town.worst)}</h2>
      <ul className="tests-town-worst stack gap-8">
        {worst.map(turn => (
          <li key={`${turn.node} ${turn.heard} ${turn.as}`}>
            <span className={turn.hearing === 'wrong' ? 'is-bad' : undefined}>
              {t($ => $.tests.town.quoted, { heard: turn.heard })}
            </span>{' '}
            {t($ => $.tests.town.as, {
              meant: t($ => $.tests.town.kinds[turn.meant]),
              as: t($ => $.tests.town.kinds[turn.as]),
            })}
            {turn.detail !== '' && ` · ${turn.detail}`}
            <span className="hint">
              {' '}
              {nodeOf(plan, turn.node)?.name ?? turn.node}
              {turn.sentence !== turn.heard && ` · ${t($ => $.tests.town.said, { sentence: turn.sentence })}`}
              {turn.count > 1 && ` · ${t($ => $.tests.town.times, { count: turn.count })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Simulated callees of each temper talk to the draft: who came to its goal, and how they were heard. */
export const TownView = ({ planId }: { readonly planId: string }) => {
  const { t } = useTranslation('talk');
  const [seed, setSeed] = useState(0);
  const { data, error, isFetching, refetch } = useTown(planId, seed);
  return (
    <div className="tests-town stack gap-12">
      <p className="hint">{t($ => $.tests.town.hint)}</p>
      <div className="row gap-10 wrap">
        <button
          type="button"
          className="button is-first"
          disabled={isFetching}
          onClick={() => (seed === 0 ? setSeed(1) : void refetch())}
        >
          <Phone size={14} aria-hidden="true" />
          {t($ => $.tests.town.start, { count: calleesCalled })}
        </button>
        {data && (
          <button type="button" className="button" disabled={isFetching} onClick={() => setSeed(seed + 1)}>
            {t($ => $.tests.town.more)}
          </button>
        )}
        {data && <span className="hint">{t($ => $.tests.took, { ms: data.tookMs })}</span>}
      </div>
      {error && <ErrorPanel error={error} onAgain={() => void refetch()} />}
      {!data && isFetching && <Skeleton rows={6} />}
      {seed === 0 && <Empty title={t($ => $.tests.town.empty)} />}
      {data && (
        <>
          <strong>
            {data.goal === null ? t($ => $.tests.town.noGoal) : t($ => $.tests.town.goal, { level: data.goal })}
          </strong>
          {data.goal !== null && <Tempers tempers={data.tempers} />}
          <CoverageLine coverage={data.coverage} />
          <span>{t($ => $.tests.town.heard, data.hearing)}</span>
          <Cells cells={data.cells} />
          {data.worst.length > 0 && <Worst worst={data.worst} />}
        </>
      )}
    </div>
  );
};
