import type { endpoints, OutputOf } from '@lianxian/contract';
import { Button } from 'antd';
import { ChevronRight, Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { clock, when } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { State } from '../../ui/state.tsx';

type Calls = OutputOf<typeof endpoints.call.list>;
type Row = Calls['list'][number];

interface RecentCallsProps {
  readonly calls: {
    readonly data: Pick<Calls, 'list'> | undefined;
    readonly isError: boolean;
    readonly refetch: () => unknown;
  };
  readonly narrow: boolean;
  readonly onTestCall: () => void;
}

/** One call; a live one leads to what is being said, a filed one to its record. The link covers the row. */
const CallRow = ({ row, narrow }: { row: Row; narrow: boolean }) => {
  const { t } = useTranslation('console');
  const live = row.state === null;
  return (
    <tr>
      <td className="phone">
        <Link
          to={live ? `/home?call=${row.id}` : `/platform/call/${row.id}`}
          aria-label={`${row.phone} ${live ? t($ => $.calls.follow) : t($ => $.calls.open)}`}
        >
          {row.phone}
        </Link>
      </td>
      {!narrow && <td>{row.calleeName || '—'}</td>}
      {!narrow && (
        <td className="long">
          {row.task?.name ?? (
            <span className="key">{row.direction === 'in' ? t($ => $.calls.inbound) : t($ => $.calls.byHand)}</span>
          )}
        </td>
      )}
      <td className="long">{row.planName}</td>
      {!narrow && <td className="long">{row.area || '—'}</td>}
      <td>
        <State state={row.state ?? 'live'} />
      </td>
      <td>{live ? '' : <Level level={row.level} />}</td>
      <td className="figure">{live ? '' : clock(row.talkMs)}</td>
      {!narrow && <td>{row.hungUpBy ? t($ => $.hungUpBy[row.hungUpBy!]) : ''}</td>}
      {!narrow && (
        <td className="key">
          {when(
            row.placedAt,
            new Date(),
            t($ => $.calls.today),
          )}
        </td>
      )}
      <td className="go">
        <ChevronRight size={16} aria-hidden="true" />
      </td>
    </tr>
  );
};

export const RecentCalls = ({ calls, narrow, onTestCall }: RecentCallsProps) => {
  const { t } = useTranslation('console');
  if (calls.isError && !calls.data)
    return <ErrorPanel title={t($ => $.error.calls)} onAgain={() => void calls.refetch()} />;
  if (!calls.data) return <Skeleton rows={6} />;
  if (calls.data.list.length === 0)
    return (
      <Empty title={t($ => $.calls.empty)} hint={t($ => $.calls.emptyHint)}>
        <Button type="primary" icon={<Phone size={14} aria-hidden="true" />} onClick={onTestCall}>
          {t($ => $.checklist.testCall)}
        </Button>
      </Empty>
    );
  return (
    <table className="calls">
      <thead>
        <tr>
          <th>{t($ => $.calls.phone)}</th>
          {!narrow && <th>{t($ => $.calls.callee)}</th>}
          {!narrow && <th>{t($ => $.calls.task)}</th>}
          <th>{t($ => $.calls.plan)}</th>
          {!narrow && <th>{t($ => $.calls.area)}</th>}
          <th>{t($ => $.calls.state)}</th>
          <th>{t($ => $.calls.level)}</th>
          <th className="figure">{t($ => $.calls.talk)}</th>
          {!narrow && <th>{t($ => $.calls.hungUpBy)}</th>}
          {!narrow && <th>{t($ => $.calls.placedAt)}</th>}
          <td />
        </tr>
      </thead>
      <tbody>
        {calls.data.list.map(row => (
          <CallRow key={row.id} row={row} narrow={narrow} />
        ))}
      </tbody>
    </table>
  );
};
