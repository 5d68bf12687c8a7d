import { decisionKindWords } from '@lianxian/contract';
import { decisionKinds } from '@lianxian/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { when } from '../../ui/format.ts';
import { NumberLink } from '../../work/number-link.tsx';
import type { DecisionRow } from './use-decisions.ts';

type Titles = Readonly<Record<'at' | 'phone' | 'task' | 'kind' | 'text' | 'until' | 'rule', string>>;

/** Who sees numbers masked gets to the file of one by a call of it. */
const Phone = ({ row: { phone, callId, recorded } }: { row: DecisionRow }) => {
  if (callId !== null && recorded) return <NumberLink whose={{ call: callId }}>{phone}</NumberLink>;
  return /^\+?\d+$/.test(phone) ? <NumberLink whose={{ phone }}>{phone}</NumberLink> : phone || '—';
};

const kindWord = (kind: string): string => {
  const known = decisionKinds.find(each => each === kind);
  return known === undefined ? '—' : decisionKindWords[known][saidLanguage()];
};

/** When, whom, what, why, until when, by which rule. @param isOfTask all are of one task, which need not be said. */
export const useDecisionColumns = (isOfTask: boolean): readonly Column<DecisionRow>[] => {
  const { t } = useTranslation('decisions');
  return useMemo(() => {
    const column = (key: keyof Titles, rest: Omit<Column<DecisionRow>, 'key' | 'title'>) => ({
      key,
      title: t($ => $.column[key]),
      ...rest,
    });
    const shown = (at: string) =>
      when(
        at,
        new Date(),
        t($ => $.today),
      );
    const all: readonly Column<DecisionRow>[] = [
      column('at', {
        width: 128,
        priority: 0,
        lastFirst: true,
        cell: row => <span className="key">{shown(row.at)}</span>,
      }),
      column('phone', { width: 124, priority: 0, cell: row => <Phone row={row} /> }),
      column('kind', {
        width: 92,
        priority: 0,
        cell: row => <span className={`decisions-kind is-${row.kind}`}>{kindWord(row.kind)}</span>,
      }),
      column('text', { width: 220, grows: true, priority: 0, cell: row => <span title={row.text}>{row.text}</span> }),
      column('until', {
        width: 128,
        priority: 2,
        cell: row => <span className="key">{row.until === null ? '—' : shown(row.until)}</span>,
      }),
      column('rule', { width: 140, priority: 3, cell: row => <span className="key">{row.rule || '—'}</span> }),
      column('task', { width: 140, grows: true, priority: 1, cell: row => <span title={row.task}>{row.task}</span> }),
    ];
    return isOfTask ? all.filter(({ key }) => key !== 'task') : all;
  }, [t, isOfTask]);
};
