import { PenLine } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../ui/data-table/columns.ts';
import { actsColumn, figureColumn, nameColumn } from '../../../ui/data-table/usual-columns.tsx';
import { RowActs } from '../../../ui/row-acts.tsx';
import { type Template, useMaySettle, useWhen } from '../use-sms.ts';
import { TemplateState } from './template-state.tsx';

export type TemplateAct = 'edit' | 'send' | 'submit' | 'decide' | 'remove';

const Standing = ({ row: { state, because } }: { row: Template }) => {
  const { t } = useTranslation('sms');
  return (
    <span title={state === 'refused' && because ? t($ => $.template.refusedBecause, { why: because }) : undefined}>
      <TemplateState state={state} /> {state === 'refused' && because && <span className="key">{because}</span>}
    </span>
  );
};

/** Of those that were sent, how many came on. */
const reached = ({ sent, delivered }: Template): string =>
  sent === 0 ? '—' : `${Math.round((delivered / sent) * 1_000) / 10}%`;

export const useTemplateColumns = (
  maySend: boolean,
  onAct: (act: TemplateAct, row: Template) => void,
): readonly Column<Template>[] => {
  const { t } = useTranslation('sms');
  const maySettle = useMaySettle();
  const shown = useWhen();
  return useMemo(() => {
    const title = t($ => $.template.column, { returnObjects: true });
    const word = t($ => $.template.act, { returnObjects: true });
    const actsOf = ({ state, fault, again }: Template) => [
      { act: 'edit' as const, word: word.edit, icon: PenLine },
      ...(state === 'usable' && maySend ? [{ act: 'send' as const, word: word.send }] : []),
      ...((state === 'draft' || state === 'refused' || again) && fault === ''
        ? [{ act: 'submit' as const, word: again ? word.again : word.submit }]
        : []),
      ...(state === 'review' && maySettle ? [{ act: 'decide' as const, word: word.decide }] : []),
      { act: 'remove' as const, word: word.remove, danger: true },
    ];
    return [
      nameColumn<Template>(title.name, 150),
      { key: 'kind', title: title.kind, width: 64, priority: 2, cell: row => t($ => $.kind[row.kind]) },
      { key: 'state', title: title.state, width: 170, grows: true, priority: 0, cell: row => <Standing row={row} /> },
      {
        key: 'text',
        title: title.text,
        width: 240,
        grows: true,
        priority: 1,
        cell: row => (
          <span className="ink2">
            {row.signature && `【${row.signature}】`}
            {row.content}
          </span>
        ),
      },
      figureColumn<Template>('parts', title.parts, { width: 64, priority: 3, of: row => row.parts }),
      figureColumn<Template>('sent', title.sent, { width: 110, priority: 2, of: row => row.sent }),
      figureColumn<Template>('reached', title.reached, { width: 76, priority: 3, of: reached }),
      { key: 'by', title: title.by, width: 90, priority: 4, cell: row => <span className="key">{row.by}</span> },
      {
        key: 'at',
        title: title.at,
        width: 128,
        priority: 3,
        cell: row => <span className="key">{shown(row.updatedAt)}</span>,
      },
      actsColumn<Template>(title.actions, 84, row => (
        <RowActs name={row.name} acts={actsOf(row)} more={t($ => $.more)} onAct={act => onAct(act, row)} />
      )),
    ];
  }, [t, maySend, maySettle, shown, onAct]);
};
