import type { CallOf, endpoints, OutputOf } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useReadsCalls } from '../../session/current-user.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import type { TableLook } from '../../ui/data-table/table-look.ts';
import type { Pages } from '../../ui/data-table/use-pages.ts';
import { when } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { Nothing } from '../../ui/nothing.tsx';

type Answers = OutputOf<typeof endpoints.stat.answers>;
type Answer = Answers['list'][number];

interface Wanted {
  readonly asked: CallOf<typeof endpoints.stat.questions>;
  readonly question: string;
  readonly value: string | null;
}
export const answersAsked = ({ asked, question, value }: Wanted): CallOf<typeof endpoints.stat.answers> => ({
  ...asked,
  question,
  ...(value !== null && { value }),
});

/** A number is the way to its call, for who may read calls. */
const Phone = ({ row }: { row: Answer }) => {
  const reads = useReadsCalls();
  if (!reads) return <strong className="phone">{row.phone}</strong>;
  return (
    <Link className="link phone" to={`/platform/call/${row.callId}`}>
      {row.phone}
    </Link>
  );
};

export const useAnswerColumns = (): readonly Column<Answer>[] => {
  const { t } = useTranslation(['stats', 'shell']);
  return useMemo(() => {
    const title = (key: 'phone' | 'name' | 'question' | 'value' | 'by' | 'plan' | 'level' | 'placedAt') =>
      t($ => $.collection.column[key]);
    return [
      { key: 'phone', title: title('phone'), width: 130, priority: 0, cell: row => <Phone row={row} /> },
      { key: 'name', title: title('name'), width: 100, priority: 3, cell: row => row.calleeName },
      { key: 'value', title: title('value'), width: 180, grows: true, priority: 0, cell: row => row.value },
      {
        key: 'by',
        title: title('by'),
        width: 110,
        priority: 2,
        cell: row => (row.by === 'robot' ? t($ => $.collection.robot) : row.byName || t($ => $.collection.by.seat)),
      },
      { key: 'plan', title: title('plan'), width: 150, priority: 4, cell: row => row.planName },
      { key: 'level', title: title('level'), width: 60, priority: 2, cell: row => <Level level={row.level} /> },
      {
        key: 'placedAt',
        title: title('placedAt'),
        width: 130,
        priority: 1,
        lastFirst: true,
        cell: row => when(row.placedAt, new Date(), '').trim(),
      },
    ];
  }, [t]);
};

const keyOf = ({ callId, n }: Answer) => `${callId}-${n}`;

interface AnswersTableProps {
  readonly look: TableLook<Answer>;
  readonly pages: Pages<Answers>;
  readonly value: string | null;
  /** Not of one value alone. */
  readonly onAll: () => void;
}

/** Answers one by one, each with its call. */
export const AnswersTable = ({ look, pages, value, onAll }: AnswersTableProps) => {
  const { t } = useTranslation('stats');
  const words = {
    none: t($ => $.collection.none),
    noneHint: t($ => $.collection.noneHint),
    empty: t($ => $.collection.none),
    emptyHint: t($ => $.collection.noneHint),
  };
  return (
    <section className="stats-rows" aria-label={t($ => $.collection.rows)}>
      <header className="row gap-10">
        <h2 className="section-title">{t($ => $.collection.rows)}</h2>
        {value !== null && (
          <>
            <span className="key">{t($ => $.collection.only, { value })}</span>
            <button type="button" className="link" onClick={onAll}>
              {t($ => $.collection.all)}
            </button>
          </>
        )}
      </header>
      <ListTable
        label={t($ => $.collection.rows)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        failed={t($ => $.failed)}
        empty={<Nothing scoped words={words} onClear={value === null ? null : onAll} />}
      />
    </section>
  );
};
