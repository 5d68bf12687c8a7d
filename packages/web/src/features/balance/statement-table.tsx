import { endpoints, statementBys } from '@lianxian/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { dayAgo } from '../../ui/day-ago.ts';
import { amount, count } from '../../ui/format.ts';
import { Empty } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ExportTool } from '../../work/export-tool.tsx';
import { type StatementPage, type StatementRow, type StatementWish, useStatement } from './use-statement.ts';
import '../../ui/plain-select.css';
import './balance.css';

const sums = ['calls', 'speech', 'models', 'messages', 'market', 'moved', 'total'] as const;
const asUsed: readonly (typeof sums)[number][] = ['speech', 'models', 'messages', 'market'];
const keyOf = ({ key }: StatementRow) => key;

/** What is used beside talk has a place where it cost something. */
const shownSums = (sum: StatementPage['sum'] | undefined) =>
  sums.filter(name => !(asUsed.includes(name) && Number(sum?.[name] ?? 0) === 0));

const useColumns = (
  by: StatementWish['by'],
  sum: StatementPage['sum'] | undefined,
): readonly Column<StatementRow>[] => {
  const { t } = useTranslation('money');
  return useMemo(
    () => [
      {
        key: 'key',
        title: t($ => $.statement.columns[by]),
        width: 130,
        grows: true,
        priority: 0,
        cell: ({ key, name }) =>
          by === 'day' ? key : name || t($ => (key === '0' ? $.statement.none[by] : $.statement.gone)),
      },
      {
        key: 'charged',
        title: t($ => $.statement.charged),
        width: 90,
        priority: 2,
        align: 'right',
        cell: ({ charged }) => count(charged),
      },
      ...shownSums(sum).map(
        (name): Column<StatementRow> => ({
          key: name,
          title: t($ => $.statement[name]),
          width: 112,
          priority: name === 'total' ? 0 : name === 'calls' ? 1 : 3,
          align: 'right',
          cell: row => (name === 'total' ? <b>{amount(row[name])}</b> : amount(row[name])),
        }),
      ),
      {
        key: 'closing',
        title: t($ => $.statement.closing),
        width: 112,
        priority: 2,
        align: 'right',
        cell: ({ closing }) => (closing === null ? '' : amount(closing)),
      },
    ],
    [t, by, sum],
  );
};

/** What there was, what moved it, what there is: the first and the last differ by what lies between. */
const Sum = ({ sum }: { sum: StatementPage['sum'] }) => {
  const { t } = useTranslation('money');
  const parts = [
    [t($ => $.statement.opening), sum.opening],
    ...shownSums(sum).map(name => [t($ => $.statement[name]), sum[name]] as const),
    [t($ => $.statement.after), sum.closing],
  ] as const;
  return (
    <dl className="balance-sum row gap-16 wrap fixed">
      {parts.map(([name, yuan]) => (
        <div key={name} className="row gap-6">
          <dt className="ink2">{name}</dt>
          <dd>{amount(yuan)}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The statement: what moved the balance by day, line or task. */
export const StatementTable = () => {
  const { t } = useTranslation('money');
  const [wish, setWish] = useState<StatementWish>({ by: 'day', from: dayAgo(29), to: dayAgo(0) });
  const pages = useStatement(wish);
  const { page } = pages;
  const look = useTableLook('statement', useColumns(wish.by, page?.sum));
  return (
    <section className="balance-ledger stack fill low" aria-label={t($ => $.statement.title)}>
      <div className="balance-ledger-tools row gap-10 wrap fixed">
        <Segments
          label={t($ => $.statement.bys)}
          options={statementBys.map(by => ({ value: by, text: t($ => $.statement.by[by]) }))}
          value={wish.by}
          onChange={by => setWish({ ...wish, by })}
        />
        {(['from', 'to'] as const).map(end => (
          <input
            key={end}
            type="date"
            required
            className="plain-select"
            aria-label={t($ => $.statement[end])}
            value={wish[end]}
            onChange={event => event.target.value && setWish({ ...wish, [end]: event.target.value })}
          />
        ))}
        <span className="push">
          <ExportTool
            ask={page && page.total > 0 ? t($ => $.statement.ask, { n: count(page.total) }) : null}
            onStart={() => call(endpoints.statement.sheet, wish)}
          />
        </span>
      </div>
      {page && <Sum sum={page.sum} />}
      <ListTable
        label={t($ => $.statement.title)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        failed={t($ => $.statement.failed)}
        empty={<Empty title={t($ => $.statement.empty)} hint={t($ => $.statement.emptyHint)} />}
      />
    </section>
  );
};
