import { endpoints, fieldChars, type OutputOf } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Hourglass, type LucideIcon, MessageSquareReply, ShieldBan } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../../ui/data-table/table-look.ts';
import { TableTools } from '../../../ui/data-table/table-tools.tsx';
import { usePages } from '../../../ui/data-table/use-pages.ts';
import { actsColumn } from '../../../ui/data-table/usual-columns.tsx';
import { type Condition, conditionsOver } from '../../../ui/filter/condition.ts';
import { type Days, readDays, spanOf, writeDays } from '../../../ui/filter/days.ts';
import { Choices, DaysEditor, useDaysText } from '../../../ui/filter/editors.tsx';
import { FilterBar } from '../../../ui/filter/filter-bar.tsx';
import { SearchField } from '../../../ui/filter/search-field.tsx';
import { Nothing } from '../../../ui/nothing.tsx';
import { RowActs } from '../../../ui/row-acts.tsx';
import { toast } from '../../../ui/toast.ts';
import { SendSms } from '../../../work/sms/lazy-send-sms.tsx';
import { MessageDrawer } from '../log/message-drawer.tsx';
import { PhoneCell } from '../log/use-message-columns.tsx';
import type { SmsPlace } from '../place.ts';
import { keys, useWhen } from '../use-sms.ts';

const { sms } = endpoints;
type Reply = OutputOf<typeof sms.replies>['list'][number];
const keyOf = (row: Reply) => row.id;

interface Filter {
  readonly phone: string;
  readonly time: Days | null;
  /** Who wants no more, or who says something else. */
  readonly stop: '0' | '1' | null;
  /** Whom nobody has answered yet, or the others. */
  readonly waits: '0' | '1' | null;
}
const stops = ['1', '0'] as const;
const either = (text: string | null): '0' | '1' | null => stops.find(each => each === text) ?? null;
const phoneChars = fieldChars(sms.replies.input, 'phone');

const readFilter = (query: URLSearchParams): Filter => ({
  phone: (query.get('phone') ?? '').slice(0, phoneChars),
  time: readDays(query.get('time')),
  stop: either(query.get('stop')),
  waits: either(query.get('waits')),
});

const useReplyPages = ({ phone, time, stop, waits }: Filter) =>
  usePages([keys.replies, phone, writeDays(time), stop ?? '', waits ?? ''], ({ after, limit }, signal) =>
    call(
      sms.replies,
      {
        limit,
        ...spanOf(time, new Date()),
        ...(phone && { phone }),
        ...(stop && { stop }),
        ...(waits && { waits }),
        ...(after && { after }),
      },
      { signal, quiet: true },
    ),
  );

const useConditions = ({ time, stop, waits }: Filter, put: SmsPlace['put']): readonly Condition[] => {
  const { t } = useTranslation('sms');
  const daysText = useDaysText();
  const waitsText = { '1': t($ => $.replies.waits), '0': t($ => $.replies.waitsNot) };
  const stopText = { '1': t($ => $.replies.stop), '0': t($ => $.replies.others) };
  const condition = conditionsOver<Pick<Filter, 'time' | 'stop' | 'waits'>>({
    change: (key, value) => put({ [key]: key === 'time' ? writeDays(value as Days | null) : (value as string | null) }),
    cleared: { time: null, stop: null, waits: null },
    names: t($ => $.replies.conditions, { returnObjects: true }),
  });
  return [
    condition('time', daysText(time), choose => <DaysEditor value={time} onChoose={choose} />),
    condition('stop', stop && stopText[stop], choose => (
      <Choices choices={stops.map(value => ({ value, text: stopText[value] }))} value={stop} onChoose={choose} />
    )),
    condition('waits', waits && waitsText[waits], choose => (
      <Choices choices={stops.map(value => ({ value, text: waitsText[value] }))} value={waits} onChoose={choose} />
    )),
  ];
};

const mayWrite = ({ stop, phone, callId }: Reply) => !stop && (callId !== null || !phone.includes('*'));

type Act = 'answer' | 'close';
const useColumns = (maySend: boolean, onAct: (act: Act, row: Reply) => void): readonly Column<Reply>[] => {
  const { t } = useTranslation('sms');
  const shown = useWhen();
  return useMemo(() => {
    const title = t($ => $.replies.column, { returnObjects: true });
    return [
      {
        ...{ key: 'at', title: title.at, width: 128, priority: 0, lastFirst: true },
        cell: row => <span className="key">{shown(row.at)}</span>,
      },
      {
        ...{ key: 'phone', title: title.phone, width: 124, priority: 0 },
        cell: row => <PhoneCell phone={row.phone} callId={row.callId} />,
      },
      { key: 'text', title: title.text, width: 220, grows: true, priority: 0, cell: row => row.text },
      {
        ...{ key: 'stop', title: title.stop, width: 180, priority: 1 },
        cell: row =>
          row.stop ? (
            <span className="state is-warn">
              <ShieldBan size={14} aria-hidden="true" /> {t($ => $.replies.stopped)}
            </span>
          ) : (
            row.waits && (
              <span className="state is-idle">
                <Hourglass size={14} aria-hidden="true" /> {t($ => $.replies.waits)}
              </span>
            )
          ),
      },
      {
        ...{ key: 'template', title: title.template, width: 140, grows: true, priority: 2 },
        cell: row => row.template || '—',
      },
      {
        ...{ key: 'provider', title: title.provider, width: 110, priority: 3 },
        cell: row => <span className="key">{row.provider || '—'}</span>,
      },
      actsColumn<Reply>(
        t($ => $.template.column.actions),
        72,
        row => {
          const acts: { act: Act; word: string; icon: LucideIcon }[] = [];
          if (maySend && mayWrite(row))
            acts.push({ act: 'answer', word: t($ => $.replies.answer), icon: MessageSquareReply });
          if (row.waits) acts.push({ act: 'close', word: t($ => $.replies.close), icon: Check });
          return (
            acts.length > 0 && (
              <RowActs name={row.phone} acts={acts} more={t($ => $.more)} onAct={act => onAct(act, row)} />
            )
          );
        },
      ),
    ];
  }, [t, shown, maySend, onAct]);
};

const to = ({ phone, callId }: Reply) =>
  callId === null ? { shown: phone, phone } : ({ shown: phone, callId } as const);

const useClose = () => {
  const { t } = useTranslation('sms');
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ id }: Reply) => call(sms.closeReplies, { ids: [id] }),
    onSuccess: () => {
      toast.ok(t($ => $.replies.closed));
      return queries.invalidateQueries({ queryKey: [keys.replies] });
    },
  });
  return mutate;
};

/** What people answered; who wants no more is marked, and left alone from then on. A row opens what it answers. */
export const RepliesTab = ({ place }: { place: SmsPlace }) => {
  const { t } = useTranslation('sms');
  const { query, open, put } = place;
  const filter = readFilter(query);
  const pages = useReplyPages(filter);
  const btns = useCurrentUser()?.btns ?? [];
  const [answers, setAnswers] = useState<Reply | null>(null);
  const close = useClose();
  const act = useCallback((wanted: Act, row: Reply) => (wanted === 'close' ? close(row) : setAnswers(row)), [close]);
  const look = useTableLook('smsReplies', useColumns(btns.includes('call_out'), act));
  const narrows = filter.phone !== '' || filter.time !== null || filter.stop !== null || filter.waits !== null;
  const clear = () => put({ phone: null, time: null, stop: null, waits: null });
  const words = t($ => $.replies, { returnObjects: true });
  const opened = pages.page?.list.find(row => row.messageId === open)?.id ?? null;
  return (
    <>
      <section className="sms-list stack fill lean">
        <FilterBar
          search={
            <SearchField
              label={btns.includes('phone:unmask') ? words.search : words.searchWhole}
              chars={phoneChars}
              inputMode="tel"
              value={filter.phone}
              onChange={phone => put({ phone }, true)}
            />
          }
          conditions={useConditions(filter, put)}
          onClear={narrows ? clear : null}
          tools={<TableTools look={look} />}
        />
        <ListTable
          label={t($ => $.tab.replies)}
          look={look}
          pages={pages}
          keyOf={keyOf}
          openKey={opened}
          onOpen={row => row.messageId !== null && put({ open: row.messageId }, open !== null)}
          failed={words.failed}
          empty={<Nothing words={words} onClear={narrows ? clear : null} scoped />}
        />
      </section>
      {open !== null && <MessageDrawer id={open} onClose={() => put({ open: null })} />}
      {answers && <SendSms to={to(answers)} onClose={() => setAnswers(null)} />}
    </>
  );
};
