import { endpoints } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { failureKind, failureTones } from '../../line/failure-kind.ts';
import { useFailureWords } from '../../line/failure-words.ts';
import { useNews } from '../../live/use-news.ts';
import { timeOfDay, when } from '../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { Failure } from './monitor.ts';

const whoseWords = ['all', 'line', 'number'] as const;
type Whose = (typeof whoseWords)[number];
const shown = 50;
/** Lines tell of themselves once a second; a list one reads may be slower. */
const newsEveryMs = 3_000;

const FailureRow = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation('monitor');
  const said = useFailureWords()(failure.code, failure.because);
  const { means } = said;
  const remedy = said.remedy ?? t($ => $.kpi.none);
  const at = when(failure.at, new Date(), '').trim();
  return (
    <tr>
      <td className="cut">{at}</td>
      <td className="cut">
        <Link to={`/platform/call/${failure.callId}`} aria-label={`${t($ => $.failures.open)} ${failure.phone}`}>
          {failure.phone}
        </Link>
      </td>
      <td className="is-line cut" title={failure.lineName}>
        {failure.lineName}
      </td>
      <td className="cut">
        <span className={`monitor-sip-code is-${failureTones[failureKind(failure)]}`}>
          {failure.code ?? t($ => $.failures.noCode)}
        </span>
      </td>
      <td className="cut" title={failure.reason || means}>
        {means}
      </td>
      <td className="is-remedy cut" title={remedy}>
        {failure.retryAt ? t($ => $.failures.retryAt, { at: timeOfDay(failure.retryAt) }) : remedy}
      </td>
    </tr>
  );
};

/** The last calls that failed: what the code means and what to do, or what happens by itself. */
export const Failures = () => {
  const { t } = useTranslation('monitor');
  const [whose, setWhose] = useState<Whose>('all');
  const list = useQuery({
    queryKey: ['line/failures', whose],
    queryFn: ({ signal }) => call(endpoints.monitor.failures, { whose, limit: shown }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  useNews('lines', list.refetch, newsEveryMs);
  const options = whoseWords.map(value => ({ value, text: t($ => $.failures[value]) }));
  return (
    <section className="monitor-failures fill lean" aria-labelledby="failures-title">
      <header className="row between">
        <h2 id="failures-title" className="section-title">
          {t($ => $.failures.title)}
        </h2>
        <Segments label={t($ => $.failures.filter)} options={options} value={whose} onChange={setWhose} />
      </header>
      {list.isError && !list.data && (
        <ErrorPanel title={t($ => $.failures.error)} error={list.error} onAgain={() => void list.refetch()} />
      )}
      {list.isPending && <Skeleton rows={6} />}
      {list.data?.list.length === 0 && (
        <Empty scoped title={t($ => $.failures.none)} hint={t($ => $.failures.noneHint)} />
      )}
      {list.data && list.data.list.length > 0 && (
        <table aria-label={t($ => $.failures.title)}>
          <thead>
            <tr>
              <th>{t($ => $.failures.time)}</th>
              <th>{t($ => $.failures.phone)}</th>
              <th className="is-line">{t($ => $.failures.lineName)}</th>
              <th>{t($ => $.failures.code)}</th>
              <th>{t($ => $.failures.meaning)}</th>
              <th className="is-remedy">{t($ => $.failures.remedy)}</th>
            </tr>
          </thead>
          <tbody>
            {list.data.list.map(failure => (
              <FailureRow key={failure.callId} failure={failure} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
