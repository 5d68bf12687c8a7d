import { ledgerKinds } from '@lianxian/contract';
import {
  ArrowDownLeft,
  ArrowUpRight,
  AudioLines,
  Bot,
  Ear,
  type LucideIcon,
  MessageSquare,
  Mic,
  PenLine,
  Phone,
  Store,
  Undo2,
  Wallet,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '../../ui/data-table/columns.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { amount, when } from '../../ui/format.ts';
import { Empty } from '../../ui/panels.tsx';
import { type Entry, type Kind, type LedgerFilter, useLedger } from './use-ledger.ts';
import '../../ui/plain-select.css';
import './balance.css';

interface LedgerTableProps {
  /** Null: one's own. */
  readonly merchantId: string | null;
  /** May who looks open the call of an entry? */
  readonly opensCalls: boolean;
}

const icons: Readonly<Record<Kind, LucideIcon>> = {
  topUp: Wallet,
  call: Phone,
  reversal: Undo2,
  correction: PenLine,
  transferIn: ArrowDownLeft,
  transferOut: ArrowUpRight,
  sms: MessageSquare,
  model: Bot,
  recognition: Ear,
  synthesis: AudioLines,
  recording: Mic,
  recordingSale: Mic,
  plan: Store,
  planSale: Store,
  planShare: Store,
};
const kinds: readonly LedgerFilter['kind'][] = ['all', ...ledgerKinds];
/** Of these the other one gave, of all else it got. */
const incoming: readonly Kind[] = ['transferIn', 'recordingSale', 'planSale', 'planShare'];
const keyOf = (entry: Entry) => entry.id;

/** What an entry was for: the call, whom it came from, and what was noted. */
const What = ({ entry, opensCalls }: { entry: Entry; opensCalls: boolean }) => {
  const { t } = useTranslation('money');
  const { peer, kind, callId } = entry;
  const whom =
    peer && (incoming.includes(kind) ? t($ => $.ledger.from, { ...peer }) : t($ => $.ledger.to, { ...peer }));
  return (
    <>
      {whom} {callId && t($ => (kind === 'call' ? $.ledger.call : $.ledger.ofCall))}{' '}
      {callId && opensCalls && <Link to={`/platform/call/${callId}`}>{t($ => $.ledger.lookCall)}</Link>}{' '}
      {entry.note && <span className="key">{entry.note}</span>}
    </>
  );
};

const useColumns = (opensCalls: boolean): readonly Column<Entry>[] => {
  const { t } = useTranslation('money');
  return useMemo(
    () => [
      {
        key: 'at',
        title: t($ => $.ledger.at),
        width: 132,
        priority: 0,
        cell: entry =>
          when(
            entry.at,
            new Date(),
            t($ => $.today),
          ),
      },
      {
        key: 'kind',
        title: t($ => $.ledger.kind),
        width: 98,
        priority: 1,
        cell: ({ kind }) => {
          const Icon = icons[kind];
          return (
            <span className="state is-idle">
              <Icon size={14} aria-hidden="true" /> {t($ => $.ledger.kinds[kind])}
            </span>
          );
        },
      },
      {
        key: 'what',
        title: t($ => $.ledger.what),
        width: 130,
        grows: true,
        priority: 2,
        cell: entry => <What entry={entry} opensCalls={opensCalls} />,
      },
      {
        key: 'amount',
        title: t($ => $.ledger.amount),
        width: 96,
        priority: 0,
        align: 'right',
        cell: entry => (
          <b className={entry.amount.startsWith('-') ? 'balance-out' : 'balance-in'}>
            {entry.amount.startsWith('-') ? '' : '+'}
            {amount(entry.amount)}
          </b>
        ),
      },
      {
        key: 'after',
        title: t($ => $.ledger.after),
        width: 114,
        priority: 1,
        align: 'right',
        cell: entry => amount(entry.amountAfter),
      },
    ],
    [t, opensCalls],
  );
};

/** What moved a merchant's money, newest first, by kind and by day. */
export const LedgerTable = ({ merchantId, opensCalls }: LedgerTableProps) => {
  const { t } = useTranslation('money');
  const [filter, setFilter] = useState<LedgerFilter>({ kind: 'all', day: '' });
  const pages = useLedger(merchantId, filter);
  const look = useTableLook('ledger', useColumns(opensCalls));
  const filtered = filter.kind !== 'all' || filter.day !== '';
  return (
    <section className="balance-ledger stack fill low" aria-label={t($ => $.ledger.title)}>
      <div className="balance-ledger-tools row gap-10 wrap fixed">
        <select
          className="plain-select"
          aria-label={t($ => $.ledger.kind)}
          value={filter.kind}
          onChange={event => setFilter({ ...filter, kind: event.target.value as LedgerFilter['kind'] })}
        >
          {kinds.map(kind => (
            <option key={kind} value={kind}>
              {t($ => $.ledger.kinds[kind])}
            </option>
          ))}
        </select>
        <input
          type="date"
          className="plain-select"
          aria-label={t($ => $.ledger.day)}
          value={filter.day}
          onChange={event => setFilter({ ...filter, day: event.target.value })}
        />
        {filter.day && (
          <button type="button" className="link" onClick={() => setFilter({ ...filter, day: '' })}>
            {t($ => $.ledger.clearDay)}
          </button>
        )}
      </div>
      <ListTable
        label={t($ => $.ledger.title)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        failed={t($ => $.ledger.failed)}
        empty={
          filtered ? (
            <Empty title={t($ => $.ledger.none)} hint={t($ => $.ledger.noneHint)} />
          ) : (
            <Empty title={t($ => $.ledger.empty)} hint={t($ => $.ledger.emptyHint)} />
          )
        }
      />
    </section>
  );
};
