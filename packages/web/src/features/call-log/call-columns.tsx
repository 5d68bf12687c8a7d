import { customerType, customerTypeWords } from '@lianxian/contract';
import { ArrowUpRight, PhoneIncoming, Tag } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bornOf } from '../../line/born.ts';
import { isBusyLine } from '../../line/failure-kind.ts';
import { CallOutButton, useCallsOut } from '../../softphone/call-out-button.tsx';
import { listed, saidLanguage } from '../../text/said.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { amount, clock, when } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { State } from '../../ui/state.tsx';
import { AuthorityMark } from '../../work/authority-mark.tsx';
import type { CallRow } from './use-call-log.ts';

/** To call again, its type in a dialog, and its page. */
const RowTools = ({ row, onType }: { row: CallRow; onType: (row: CallRow) => void }) => {
  const { t } = useTranslation('callLog');
  return (
    <span className="flex to-end">
      {row.state !== null && <CallOutButton logId={row.id} phone={row.phone} bare="icon-button call-log-row-action" />}
      {row.state !== null && (
        <button
          type="button"
          className="icon-button call-log-row-action"
          tabIndex={-1}
          title={t($ => $.type.title)}
          aria-label={t($ => $.type.row, { phone: row.phone })}
          onClick={() => onType(row)}
        >
          <Tag size={15} aria-hidden="true" />
        </button>
      )}
      <Link
        className="icon-button call-log-row-action"
        tabIndex={-1}
        to={`/platform/call/${row.id}`}
        aria-label={t($ => $.openPage, { phone: row.phone })}
      >
        <ArrowUpRight size={16} aria-hidden="true" />
      </Link>
    </span>
  );
};

/** The columns of the call log, in their order; the priorities say which stay beside an open call. */
export const useCallColumns = (onType: (row: CallRow) => void): readonly Column<CallRow>[] => {
  const { t } = useTranslation(['callLog', 'shell']);
  const callsOut = useCallsOut();
  return useMemo(() => {
    const title = (key: keyof ReturnType<typeof titles>) => titles()[key];
    const titles = () => t($ => $.column, { returnObjects: true });
    const made = t($ => $.sources, { returnObjects: true });
    const today = t($ => $.calls.today, { ns: 'shell' });
    const column = (key: keyof ReturnType<typeof titles>, rest: Omit<Column<CallRow>, 'key' | 'title'>) => ({
      key,
      title: title(key),
      ...rest,
    });
    return [
      column('phone', {
        width: 124,
        priority: 0,
        cell: row => (
          <span className="phone">
            {row.phone}
            {row.direction === 'in' && (
              <PhoneIncoming size={13} role="img" aria-label={t($ => $.inbound)} className="call-log-came-in" />
            )}
          </span>
        ),
      }),
      column('callee', { width: 84, priority: 6, cell: row => row.calleeName || '—' }),
      column('task', {
        width: 150,
        grows: true,
        priority: 3,
        cell: row =>
          row.task ? (
            <span className="row" title={row.task.name}>
              <span className="cut">{row.task.name}</span>
              {row.attempt !== null && row.attempt > 1 && (
                <span className="key whole">&nbsp;· {t($ => $.attempt, { n: row.attempt })}</span>
              )}
            </span>
          ) : (
            <span className="key">{made[bornOf(row)]}</span>
          ),
      }),
      column('state', {
        width: 124,
        priority: 0,
        cell: row => (
          <span className="row gap-6">
            <State state={row.state ?? 'live'} passes={isBusyLine(row)} />
            {row.namesAuthority && <AuthorityMark />}
          </span>
        ),
      }),
      column('level', {
        width: 52,
        priority: 0,
        cell: row => <Level level={row.level} byHand={row.corrected ? t($ => $.correct.mark, { ns: 'shell' }) : ''} />,
      }),
      column('type', {
        width: 76,
        priority: 5,
        cell: row => {
          const type = [...customerType.values].find(each => each === row.customerType);
          return type === undefined ? <span className="key">—</span> : customerTypeWords[saidLanguage()][type];
        },
      }),
      column('talk', { width: 72, priority: 1, align: 'right', cell: row => clock(row.talkMs) }),
      column('turns', { width: 56, priority: 8, align: 'right', cell: row => String(row.turns) }),
      column('tags', {
        width: 120,
        grows: true,
        priority: 6,
        cell: ({ tags }) => <span title={listed(tags)}>{listed(tags) || <span className="key">—</span>}</span>,
      }),
      column('area', {
        width: 132,
        grows: true,
        priority: 7,
        cell: row => <span title={row.area}>{row.area || '—'}</span>,
      }),
      column('plan', { width: 120, grows: true, priority: 9, cell: row => row.planName }),
      column('line', { width: 100, priority: 11, cell: row => row.lineName }),
      column('hungUpBy', {
        width: 80,
        priority: 10,
        cell: row => (row.hungUpBy ? t($ => $.hungUpBy[row.hungUpBy!], { ns: 'shell' }) : ''),
      }),
      column('endedAt', {
        width: 128,
        priority: 2,
        lastFirst: true,
        cell: row => (
          <span className="key">
            {row.endedAt === null
              ? t($ => $.since, { at: when(row.placedAt, new Date(), today) })
              : when(row.endedAt, new Date(), today)}
          </span>
        ),
      }),
      column('placedAt', {
        width: 128,
        priority: 12,
        cell: row => <span className="key">{when(row.placedAt, new Date(), today)}</span>,
      }),
      column('cost', { width: 64, priority: 5, align: 'right', cell: row => amount(row.cost) }),
      column('page', {
        width: callsOut ? 112 : 84,
        priority: 4,
        silent: true,
        cell: row => <RowTools row={row} onType={onType} />,
      }),
    ];
  }, [t, onType, callsOut]);
};
