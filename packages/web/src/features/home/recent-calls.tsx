import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, ChevronRight, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { bornOf } from '../../line/born.ts';
import { isBusyLine } from '../../line/failure-kind.ts';
import { useNews } from '../../live/use-news.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { clock, when } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { State } from '../../ui/state.tsx';
import './recent-calls.css';

type Row = OutputOf<typeof endpoints.call.list>['list'][number];

/** Older ones belong to the call log. */
const shown = 8;
const readEveryMs = 1_000;

/** The newest calls, read anew when one is placed or filed. */
const useRecentCalls = () => {
  const queries = useQueryClient();
  useNews('calls', () => queries.invalidateQueries({ queryKey: ['call/list', 'home'] }), readEveryMs);
  return useQuery({
    queryKey: ['call/list', 'home'],
    queryFn: ({ signal }) => call(endpoints.call.list, { limit: shown }, { signal, quiet: true }),
    staleTime: 0,
  });
};

/** One call; a live one leads to what is being said, a filed one to its record. The link covers the row. */
const CallRow = ({ row, narrow }: { row: Row; narrow: boolean }) => {
  const { t } = useTranslation('shell');
  const live = row.state === null;
  return (
    <tr className="lit">
      <td className="phone">
        <Link
          to={live ? `/home?call=${row.id}` : `/platform/call/${row.id}`}
          aria-label={`${row.phone} ${live ? t($ => $.calls.follow) : t($ => $.calls.open)}`}
        >
          {row.phone}
        </Link>
      </td>
      {!narrow && <td className="home-long">{row.calleeName || '—'}</td>}
      <td className="home-long">
        {row.task?.name ?? <span className="key">{t($ => $.calls.born[bornOf(row)])}</span>}
      </td>
      {!narrow && <td className="home-long home-plan">{row.planName}</td>}
      <td>
        <State state={row.state ?? 'live'} passes={isBusyLine(row)} />
      </td>
      <td>{live ? '' : <Level level={row.level} />}</td>
      <td className="home-number">{live ? '' : clock(row.talkMs)}</td>
      <td className="key">
        {row.endedAt !== null &&
          when(
            row.endedAt,
            new Date(),
            t($ => $.calls.today),
          )}
      </td>
      <td className="home-go">
        <ChevronRight size={16} aria-hidden="true" />
      </td>
    </tr>
  );
};

const Rows = ({ rows, narrow }: { rows: readonly Row[]; narrow: boolean }) => {
  const { t } = useTranslation('shell');
  return (
    <table className="home-calls">
      <thead>
        <tr>
          <th>{t($ => $.calls.phone)}</th>
          {!narrow && <th>{t($ => $.calls.callee)}</th>}
          <th>{t($ => $.calls.task)}</th>
          {!narrow && <th className="home-plan">{t($ => $.calls.plan)}</th>}
          <th>{t($ => $.calls.state)}</th>
          <th>{t($ => $.calls.level)}</th>
          <th className="home-number">{t($ => $.calls.talk)}</th>
          <th>{t($ => $.calls.endedAt)}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <CallRow key={row.id} row={row} narrow={narrow} />
        ))}
      </tbody>
    </table>
  );
};

/** The newest calls, with the way to a test call. */
export const RecentCalls = ({ narrow, onTestCall }: { narrow: boolean; onTestCall: () => void }) => {
  const { t } = useTranslation('shell');
  const calls = useRecentCalls();
  const dials = useCurrentUser()?.btns.includes('call_out') ?? false;
  const testCall = (kind: 'primary' | 'default') =>
    dials && (
      <Button kind={kind} icon={<Phone size={14} aria-hidden="true" />} onClick={onTestCall}>
        {t($ => $.testCall.title)}
      </Button>
    );
  const rows = calls.data?.list ?? [];
  return (
    <section className="home-recent" aria-labelledby="recent-title">
      <header>
        <h2 id="recent-title" className="section-title">
          {t($ => $.calls.title)}
        </h2>
        <Link className="row-in gap-4 push" to="/callLog">
          {t($ => $.calls.all)} <ArrowRight size={14} aria-hidden="true" />
        </Link>
        {rows.length > 0 && testCall('default')}
      </header>
      {calls.isError && !calls.data ? (
        <ErrorPanel title={t($ => $.error.calls)} error={calls.error} onAgain={() => void calls.refetch()} />
      ) : calls.isPending ? (
        <Skeleton rows={shown} />
      ) : rows.length === 0 ? (
        <Empty scoped title={t($ => $.calls.empty)} hint={t($ => $.calls.emptyHint)}>
          {testCall('primary')}
        </Empty>
      ) : (
        <Rows rows={rows} narrow={narrow} />
      )}
    </section>
  );
};
