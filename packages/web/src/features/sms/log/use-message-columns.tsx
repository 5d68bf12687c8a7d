import { smsSourceWords } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../../text/said.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { figureColumn } from '../../../ui/data-table/usual-columns.tsx';
import { amount } from '../../../ui/format.ts';
import { NumberLink } from '../../../work/number-link.tsx';
import { type Message, useWhen } from '../use-sms.ts';
import { MessageState } from './message-state.tsx';

const isWhole = (phone: string) => !phone.includes('*');

/** Leads to all that is known of the number; who sees it masked gets there by a call of it. */
export const PhoneCell = ({ phone, callId }: { phone: string; callId: string | null }) => {
  if (callId !== null) return <NumberLink whose={{ call: callId }}>{phone}</NumberLink>;
  return isWhole(phone) ? <NumberLink whose={{ phone }}>{phone}</NumberLink> : <span className="phone">{phone}</span>;
};

/** Why it did not go or come on; of one that waits, until when. */
const Why = ({ row: { becauseText, dueAt, state } }: { row: Message }) => {
  const { t } = useTranslation('sms');
  const shown = useWhen();
  const due = state === 'queued' && becauseText !== '' && dueAt !== null && t($ => $.log.due, { at: shown(dueAt) });
  return <span title={becauseText}>{[becauseText, due].filter(Boolean).join(' · ') || '—'}</span>;
};

/** When, whom, what, what became of it and why, whence, what it cost, what came back. */
export const useMessageColumns = (): readonly Column<Message>[] => {
  const { t } = useTranslation('sms');
  const shown = useWhen();
  return useMemo(() => {
    const column = (
      key: 'at' | 'phone' | 'name' | 'template' | 'state' | 'why' | 'source' | 'provider' | 'by',
      rest: Omit<Column<Message>, 'key' | 'title'>,
    ): Column<Message> => ({ key, title: t($ => $.log.column[key]), ...rest });
    const figure = (key: 'parts' | 'replies' | 'clicks', of: (row: Message) => number | string, priority: number) =>
      figureColumn<Message>(
        key,
        t($ => $.log.column[key]),
        { width: 60, priority, of },
      );
    return [
      column('at', {
        width: 128,
        priority: 0,
        lastFirst: true,
        cell: row => <span className="key">{shown(row.createdAt)}</span>,
      }),
      column('phone', { width: 124, priority: 0, cell: row => <PhoneCell phone={row.phone} callId={row.callId} /> }),
      column('name', { width: 90, priority: 3, cell: row => row.name || '—' }),
      column('template', { width: 150, grows: true, priority: 1, cell: row => row.template || '—' }),
      column('state', { width: 100, priority: 0, cell: row => <MessageState state={row.state} /> }),
      column('why', { width: 170, grows: true, priority: 1, cell: row => <Why row={row} /> }),
      column('source', {
        width: 100,
        priority: 3,
        cell: row => <span className="key">{smsSourceWords[row.source][saidLanguage()]}</span>,
      }),
      figure('replies', row => row.replies || '—', 2),
      figure('clicks', row => row.clicks || '—', 3),
      figure('parts', row => row.parts, 4),
      figureColumn<Message>(
        'cost',
        t($ => $.log.column.cost),
        {
          width: 72,
          priority: 2,
          of: row => amount(row.cost),
        },
      ),
      column('provider', { width: 110, priority: 4, cell: row => <span className="key">{row.provider || '—'}</span> }),
      column('by', { width: 90, priority: 4, cell: row => <span className="key">{row.by || '—'}</span> }),
    ];
  }, [t, shown]);
};
