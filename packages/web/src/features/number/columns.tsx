import { customerLimits } from '@lianxian/contract';
import { PhoneOutgoing, ShieldBan } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallCustomer } from '../../customer/call-customer.tsx';
import { isLate, useNextText } from '../../customer/next-text.ts';
import { useCallsOut } from '../../softphone/call-out-button.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { actsColumn } from '../../ui/data-table/usual-columns.tsx';
import { when } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import { NextCell, TextCell, TypeCell } from './edit-cell.tsx';
import type { CustomerRow } from './use-number.ts';

const none = <span className="key">—</span>;
/** As a field of day and time has it. */
const wallClock = (iso: string): string => when(iso, new Date(0), '').replace(' ', 'T');

/** The columns of the library, in their order; the priorities say which stay beside an open customer. */
export const useCustomerColumns = (): readonly Column<CustomerRow>[] => {
  const { t } = useTranslation('number');
  const callsOut = useCallsOut();
  const callIt = useLatest(useCallCustomer());
  const nextText = useLatest(useNextText());
  return useMemo(() => {
    const titles = t($ => $.column, { returnObjects: true });
    const today = t($ => $.today);
    const column = (key: keyof typeof titles, rest: Omit<Column<CustomerRow>, 'key' | 'title'>) => ({
      key,
      title: titles[key],
      ...rest,
    });
    const text = (key: 'name' | 'company' | 'position' | 'tags', width: number, priority: number) =>
      column(key, {
        width,
        priority,
        grows: key !== 'name',
        cell: row => <TextCell row={row} field={key} what={titles[key]} chars={customerLimits[key]} />,
      });
    return [
      column('phone', {
        width: 124,
        priority: 0,
        cell: row => (
          <span className="phone row gap-4">
            {row.phone}
            {row.barred && <ShieldBan size={13} role="img" aria-label={t($ => $.barred)} className="number-barred" />}
          </span>
        ),
      }),
      text('name', 96, 0),
      column('type', { width: 88, priority: 1, cell: row => <TypeCell row={row} what={titles.type} /> }),
      text('tags', 130, 6),
      column('level', { width: 52, priority: 5, cell: row => <Level level={row.lastCall?.level ?? null} /> }),
      column('owner', {
        width: 84,
        priority: 3,
        cell: row => row.owner?.name ?? <span className="key">{t($ => $.pool)}</span>,
      }),
      text('company', 120, 8),
      column('lastCall', {
        width: 128,
        priority: 2,
        cell: row => (row.lastCall ? <span className="key">{when(row.lastCall.at, new Date(), today)}</span> : none),
      }),
      column('calls', {
        width: 64,
        priority: 9,
        align: 'right',
        cell: row => t($ => $.callsOf, { n: row.calls, answered: row.answered }),
      }),
      column('next', {
        width: 128,
        priority: 1,
        cell: row => (
          <NextCell row={row} what={titles.next} value={row.next ? wallClock(row.next.at) : ''}>
            {row.next ? (
              <span className={isLate(row.next) ? 'wrong' : undefined} title={row.next.text}>
                {nextText(row.next)}
              </span>
            ) : (
              none
            )}
          </NextCell>
        ),
      }),
      column('area', { width: 120, grows: true, priority: 7, cell: row => row.area || none }),
      column('region', {
        width: 130,
        grows: true,
        priority: 11,
        cell: row => row.province.replaceAll('/', ' ') || none,
      }),
      text('position', 96, 12),
      column('createdAt', {
        width: 128,
        priority: 10,
        cell: row => <span className="key">{when(row.createdAt, new Date(), today)}</span>,
      }),
      ...(callsOut
        ? [
            actsColumn<CustomerRow>(titles.acts, 44, row => (
              <button
                type="button"
                className="icon-button"
                tabIndex={-1}
                aria-label={t($ => $.call, { phone: row.phone })}
                onClick={() => void callIt(row)}
              >
                <PhoneOutgoing size={15} aria-hidden="true" />
              </button>
            )),
          ]
        : []),
    ];
  }, [t, callsOut, callIt, nextText]);
};
