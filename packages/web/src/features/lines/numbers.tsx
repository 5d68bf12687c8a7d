import { endpoints, fieldChars, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { count } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Empty } from '../../ui/panels.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { NumberAdd } from './number-add.tsx';
import { useLinesChanged } from './use-lines.ts';
import '../../ui/plain-select.css';

type LineNumber = OutputOf<typeof endpoints.line.numbers>['list'][number];
type Change = Omit<z.input<typeof endpoints.line.saveNumber.input>, 'id'>;
interface NumberActs {
  readonly change: (number: LineNumber, change: Change) => void;
  readonly remove: (number: LineNumber) => void;
}

const keyOf = (row: LineNumber) => row.id;
const nobody = '0';

/** The cap of one number, sent when one leaves the field. */
const CapField = ({ row, onChange }: { row: LineNumber; onChange: NumberActs['change'] }) => {
  const { t } = useTranslation('lines');
  const [typed, setTyped] = useState(String(row.dailyCap));
  const send = () => {
    const cap = Number(typed) || 0;
    setTyped(String(cap));
    if (cap !== row.dailyCap) onChange(row, { dailyCap: cap });
  };
  return (
    <Input
      small
      className="lines-cap"
      aria-label={t($ => $.numbers.capOf, { number: row.number })}
      inputMode="numeric"
      maxLength={fieldChars(endpoints.line.saveNumber.input, 'dailyCap')}
      value={typed}
      onChange={event => setTyped(event.target.value.replace(/\D/g, ''))}
      onBlur={send}
      onEnter={send}
    />
  );
};

const useNumberColumns = (acts: NumberActs): readonly Column<LineNumber>[] => {
  const { t } = useTranslation('lines');
  const plans = useQuery({
    queryKey: ['plan/options'],
    queryFn: ({ signal }) => call(endpoints.plan.options, { limit: 100 }, { signal, quiet: true }),
  }).data?.list;
  return useMemo(
    () => [
      {
        key: 'number',
        title: t($ => $.numbers.number),
        width: 126,
        grows: true,
        priority: 0,
        cell: row => (
          <span title={row.area}>
            <b className="phone">{row.number}</b> <span className="key">{row.area}</span>
            {row.taken && <span className="lines-taken small">{t($ => $.numbers.taken)}</span>}
          </span>
        ),
      },
      {
        key: 'used',
        title: t($ => $.numbers.used),
        width: 88,
        priority: 2,
        align: 'right',
        cell: row =>
          row.dailyCap > 0 && row.usedToday >= row.dailyCap ? (
            <span className="lines-used-up">{t($ => $.numbers.full)}</span>
          ) : (
            count(row.usedToday)
          ),
      },
      {
        key: 'cap',
        title: t($ => $.numbers.cap),
        width: 92,
        priority: 1,
        cell: row => <CapField key={row.dailyCap} row={row} onChange={acts.change} />,
      },
      {
        key: 'plan',
        title: t($ => $.numbers.plan),
        width: 142,
        priority: 0,
        cell: row => (
          <select
            className="plain-select"
            aria-label={t($ => $.numbers.planOf, { number: row.number })}
            value={row.plan?.id ?? nobody}
            onChange={event => acts.change(row, { planId: event.target.value })}
          >
            <option value={nobody}>{t($ => $.numbers.planNone)}</option>
            {row.plan && !plans?.some(plan => plan.id === row.plan?.id) && (
              <option value={row.plan.id}>{row.plan.name}</option>
            )}
            {plans?.map(plan => (
              <option key={plan.id} value={plan.id}>
                {plan.planName}
              </option>
            ))}
          </select>
        ),
      },
      {
        key: 'enabled',
        title: t($ => $.numbers.enabled),
        width: 54,
        priority: 0,
        cell: row => (
          <Switch
            size="small"
            aria-label={t($ => $.numbers.enable, { number: row.number })}
            checked={row.enabled}
            onChange={enabled => acts.change(row, { enabled: enabled ? '1' : '0' })}
          />
        ),
      },
      {
        key: 'remove',
        title: t($ => $.list.actions),
        width: 46,
        priority: 0,
        silent: true,
        cell: row => (
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.numbers.remove, { number: row.number })}
            onClick={() => acts.remove(row)}
          >
            <Trash2 size={15} aria-hidden="true" />
          </button>
        ),
      },
    ],
    [t, acts, plans],
  );
};

/** The numbers of a line: what the callee sees, how often a day, and which plan answers who calls back. */
export const Numbers = ({ lineId }: { lineId: string }) => {
  const { t } = useTranslation('lines');
  const changed = useLinesChanged();
  const [leaving, setLeaving] = useState<LineNumber | null>(null);
  // Numbered pages: the cursor is the number of the page.
  const pages = usePages(['line/numbers', lineId], async ({ after = '1', limit }, signal) => {
    const page = Number(after);
    const found = await call(endpoints.line.numbers, { lineId, page, limit }, { signal, quiet: true });
    return { ...found, after: page * limit < found.total ? String(page + 1) : null };
  });
  const save = useMutation({
    mutationFn: ({ row, change }: { row: LineNumber; change: Change }) =>
      call(endpoints.line.saveNumber, { id: row.id, ...change }),
    onSuccess: ({ taken }, { row, change }) => {
      if (taken && change.planId !== undefined) toast.bad(t($ => $.numbers.takenToast, { number: row.number }));
    },
    onSettled: changed,
  });
  const remove = useMutation({
    mutationFn: (row: LineNumber) => call(endpoints.line.removeNumber, { id: row.id }),
    onSettled: () => {
      setLeaving(null);
      return changed();
    },
  });
  const send = save.mutate;
  const acts = useMemo(
    () => ({ change: (row: LineNumber, change: Change) => send({ row, change }), remove: setLeaving }),
    [send],
  );
  const look = useTableLook('numbers', useNumberColumns(acts));
  return (
    <div className="lines-numbers stack fill low">
      <NumberAdd lineId={lineId} />
      <ListTable
        label={t($ => $.numbers.title)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        failed={t($ => $.numbers.failed)}
        empty={<Empty title={t($ => $.numbers.empty)} hint={t($ => $.numbers.emptyHint)} />}
        rowsLikely={4}
      />
      {leaving && (
        <Confirm
          title={t($ => $.remove.number, { number: leaving.number })}
          text={t($ => $.remove.numberText)}
          okText={t($ => $.remove.numberOk)}
          cancelText={t($ => $.cancel)}
          busy={remove.isPending}
          onOk={() => remove.mutate(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </div>
  );
};
