import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call as ask } from '../../api/call.ts';
import { useReadsCalls } from '../../session/current-user.ts';
import { clock, phoneDigits, when } from '../../ui/format.ts';
import type { ShownCall } from '../shown-call.ts';

type Row = OutputOf<typeof endpoints.call.list>['list'][number];

/** So many of the newest; the log has all. */
const shown = 6;

/** Earlier calls with this number, for who reads calls and sees numbers. */
export const useHistory = ({ phone, callId }: Pick<ShownCall, 'phone' | 'callId'>) => {
  const digits = phoneDigits(phone);
  const isRead = useReadsCalls() && digits !== null;
  const { data, isError } = useQuery({
    queryKey: ['call/list', 'of', digits],
    queryFn: ({ signal }) =>
      ask(endpoints.call.list, { phone: digits ?? '', limit: shown + 1 }, { signal, quiet: true }),
    enabled: isRead,
  });
  const rows = data?.list.filter(({ id }) => id !== callId).slice(0, shown);
  return { isRead, isError, rows, newest: rows?.[0] ?? null, phone: digits };
};

/** Only today has them. */
const seconds = /(?<=:\d\d):\d\d$/;

const Before = ({ row }: { row: Row }) => {
  const { t } = useTranslation(['console', 'shell']);
  const at = when(
    row.endedAt ?? row.placedAt,
    new Date(),
    t($ => $.customer.today),
  ).replace(seconds, '');
  const talked =
    row.talkMs > 0 &&
    (row.origin !== 'robot'
      ? t($ => $.customer.talked, { time: clock(row.talkMs) })
      : t($ => $.customer.robot, { time: clock(row.talkMs) }));
  return (
    <li>
      <span className="hint">{at}</span>
      <Link className="console-before breaks" to={`/platform/call/${row.id}`}>
        {talked || (row.state ? t($ => $.state[row.state!], { ns: 'shell' }) : '—')}
      </Link>
    </li>
  );
};

/** What was between us and this number before. */
export const History = ({ history }: { history: ReturnType<typeof useHistory> }) => {
  const { t } = useTranslation('console');
  if (!history.isRead) return null;
  return (
    <section className="console-history">
      <h3 className="section-title">{t($ => $.customer.history)}</h3>
      {history.isError && <p className="hint">{t($ => $.customer.failed)}</p>}
      {history.rows?.length === 0 && <p className="hint">{t($ => $.customer.noHistory)}</p>}
      <ol>
        {history.rows?.map(row => (
          <Before key={row.id} row={row} />
        ))}
      </ol>
      {history.rows?.length === shown && (
        <Link className="link" to={`/callLog?phone=${history.phone}`}>
          {t($ => $.customer.moreHistory)}
        </Link>
      )}
    </section>
  );
};
