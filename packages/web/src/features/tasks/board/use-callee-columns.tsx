import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CustomerButton } from '../../../customer/customer-button.tsx';
import type { Column } from '../../../ui/data-table/columns.ts';
import { nearTime, phoneDigits } from '../../../ui/format.ts';
import { Level } from '../../../ui/level.tsx';
import { State } from '../../../ui/state.tsx';
import { CallBackButton } from '../../../work/call-back/call-back-button.tsx';
import { useMayHear } from '../../../work/hear-call.tsx';
import { NumberLink } from '../../../work/number-link.tsx';
import type { Callee } from './board.ts';

/** The name, and what else its sheet says of the number. */
const About = ({ row: { name, about } }: { readonly row: Callee }) => {
  const told = about.map(({ title, value }) => `${title}：${value}`).join('\n');
  return <span title={told || undefined}>{name || '—'}</span>;
};

/** A number of the task: who, how far, how it came out and why; `onTakeOut` null: it stays. */
export const useCalleeColumns = (
  task: string,
  onTakeOut: ((row: Callee) => void) | null,
): readonly Column<Callee>[] => {
  const { t } = useTranslation('tasks');
  const mayHear = useMayHear();
  return useMemo(() => {
    const waitWords = ({ because, text, until }: NonNullable<Callee['waits']>) => {
      if (until === null) return text;
      const at = nearTime(until, new Date(), { today: t($ => $.today), tomorrow: t($ => $.board.tomorrow) });
      return [
        text,
        because === 'retry' || because === 'appointed' ? t($ => $.callee.due, { at }) : t($ => $.callee.from, { at }),
      ]
        .filter(Boolean)
        .join(' · ');
    };
    return [
      {
        key: 'phone',
        title: t($ => $.board.phone),
        // Eleven figures whole, and behind them which of the person's numbers it is.
        width: 144,
        priority: 0,
        cell: row => (
          <>
            <NumberLink whose={{ task, callee: row.id }}>{row.phone}</NumberLink>
            {row.number && (
              <span className="key" title={t($ => $.callee.numberOf, row.number)}>
                {` ${row.number.at}/${row.number.of}`}
              </span>
            )}
          </>
        ),
      },
      { key: 'name', title: t($ => $.board.name), width: 84, priority: 3, cell: row => <About row={row} /> },
      { key: 'area', title: t($ => $.callee.area), width: 130, priority: 4, cell: row => row.area },
      {
        key: 'state',
        title: t($ => $.callee.byState),
        width: 76,
        priority: 0,
        cell: row => t($ => $.callee.state[row.state]),
      },
      {
        key: 'last',
        title: t($ => $.callee.last),
        width: 130,
        priority: 0,
        cell: row =>
          row.lastState && (
            <>
              <State state={row.lastState} /> {row.lastLevel && <Level level={row.lastLevel} />}
            </>
          ),
      },
      {
        key: 'attempts',
        title: t($ => $.callee.attempts),
        width: 60,
        priority: 2,
        align: 'right',
        cell: row => t($ => $.callee.times, { n: row.attempts }),
      },
      {
        key: 'why',
        title: t($ => $.callee.why),
        width: 120,
        grows: true,
        priority: 1,
        cell: row => <span className="key">{row.waits ? waitWords(row.waits) : row.becauseText}</span>,
      },
      {
        key: 'record',
        title: t($ => $.board.actions),
        width: (onTakeOut ? 124 : 78) + 84,
        priority: 0,
        silent: true,
        cell: row => (
          <span className="row-in gap-10">
            {(row.lastCallId ?? phoneDigits(row.phone)) && (
              <CustomerButton
                bare
                of={row.lastCallId ? { logid: row.lastCallId } : { phone: row.phone }}
                state={1}
                phone={row.phone}
              />
            )}
            {row.state !== 'calling' && row.because !== 'takenOut' && (
              <CallBackButton bare called={{ taskId: task, calleeId: row.id }} phone={row.phone} />
            )}
            {onTakeOut && row.state !== 'settled' && row.because !== 'takenOut' && (
              <button
                type="button"
                className="link"
                aria-label={`${t($ => $.takeOut.ok)} ${row.phone}`}
                onClick={event => {
                  event.stopPropagation();
                  onTakeOut(row);
                }}
              >
                {t($ => $.takeOut.ok)}
              </button>
            )}
            {mayHear && row.lastCallId && (
              <Link to={`/platform/call/${row.lastCallId}`} aria-label={`${t($ => $.callee.record)} ${row.phone}`}>
                {t($ => $.callee.record)}
              </Link>
            )}
          </span>
        ),
      },
    ];
  }, [t, task, onTakeOut, mayHear]);
};
