import { endpoints } from '@lianxian/contract';
import { decisionBecauses } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { count } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import type { Place } from './use-decisions.ts';

interface Part {
  readonly because: string;
  readonly text: string;
  readonly n: number;
}

/** Each part narrows the list below to its reason, where decisions bear it. */
const Parts = ({ parts, onChoose }: { parts: readonly Part[]; onChoose: (because: string) => void }) => (
  <ul className="decisions-parts row wrap">
    {parts.map(({ because, text, n }) => (
      <li key={because}>
        {decisionBecauses.some(known => known === because) ? (
          <button type="button" className="link" onClick={() => onChoose(because)}>
            {text}
          </button>
        ) : (
          text
        )}{' '}
        <b>{count(n)}</b>
      </li>
    ))}
  </ul>
);

/** The numbers of a task by why they stand as they do: together they are its list; beside them what its imports did not take. */
export const DecisionSummary = ({ task, place }: { task: string; place: Place }) => {
  const { t } = useTranslation('decisions');
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['decision/summary', task],
    queryFn: ({ signal }) => call(endpoints.decision.summary, { taskId: task }, { signal, quiet: true }),
    staleTime: 0,
  });
  if (isError && !data) return <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} />;
  const choose = (because: string) =>
    place.change('because', decisionBecauses.find(known => known === because) ?? null);
  const rows = data.refused.reduce((sum, part) => sum + part.rows, 0);
  return (
    <section className="decisions-summary fixed" aria-label={t($ => $.summary)}>
      <div className="row gap-10 wrap">
        <h2 className="section-title">{t($ => $.numbers, { n: count(data.numbers) })}</h2>
        <Parts parts={data.becauses.map(({ numbers: n, ...part }) => ({ ...part, n }))} onChoose={choose} />
        <Link className="link push" to="/platform/decisions">
          {t($ => $.all)}
        </Link>
      </div>
      {rows > 0 && (
        <div className="row gap-10 wrap">
          <h2 className="section-title">{t($ => $.refused, { n: count(rows) })}</h2>
          <Parts parts={data.refused.map(({ rows: n, ...part }) => ({ ...part, n }))} onChoose={choose} />
        </div>
      )}
    </section>
  );
};
