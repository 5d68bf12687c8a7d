import type { StatBy, StatRow } from '@lianxian/contract';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '../../ui/data-table/columns.ts';
import { ListTable } from '../../ui/data-table/list-table.tsx';
import type { TableLook } from '../../ui/data-table/table-look.ts';
import type { ListPage, Pages } from '../../ui/data-table/use-pages.ts';
import { Empty } from '../../ui/panels.tsx';
import { ComparedCell } from './compared.tsx';
import type { ReadName } from './figures.ts';

const widths: Readonly<Record<ReadName, number>> = {
  calls: 118,
  numbers: 118,
  seized: 118,
  missed: 112,
  answered: 122,
  heard: 122,
  completed: 122,
  good: 122,
  turns: 104,
  talk: 122,
  cost: 132,
};

/** A figure of a row and how it moved, at the right. */
export const comparedColumn = <Row extends StatRow>(name: ReadName, title: string, priority: number): Column<Row> => ({
  key: name,
  title,
  width: widths[name],
  priority,
  align: 'right',
  cell: row => <ComparedCell of={row} name={name} />,
});

/** How a row is called: a day, an hour, a name; what has none says so. */
export const useRowName = (by: StatBy) => {
  const { t } = useTranslation('stats');
  return useCallback(
    ({ key, name }: Pick<StatRow, 'key' | 'name'>): string => {
      if (by === 'hour') return `${key.padStart(2, '0')}:00`;
      if (by === 'day' || by === 'week') return key.slice('2026-'.length);
      if (name !== '') return name;
      if (by === 'province') return key === '' || key === '0' ? t($ => $.levels.noProvince) : key;
      if (by === 'caller') return key === '' || key === '0' ? t($ => $.ports.unknown) : key;
      if (key !== '0') return t($ => $.levels.gone);
      if (by === 'owner') return t($ => $.levels.noOwner);
      if (by === 'plan' || by === 'version') return t($ => $.levels.noPlan);
      return t($ => (by === 'task' ? $.levels.noTask : by === 'port' ? $.levels.noPort : $.none));
    },
    [t, by],
  );
};

/** What a row is called, and the way to its calls. */
export const RowName = ({ name, to, children }: { name: string; to: string | null; children?: ReactNode }) => {
  const { t } = useTranslation('stats');
  return (
    <>
      {to ? (
        <Link className="link" to={to} title={t($ => $.calls)} aria-label={t($ => $.callsOf, { name })}>
          {name}
        </Link>
      ) : (
        <strong className="stats-name">{name}</strong>
      )}
      {children}
    </>
  );
};

interface StatRowsProps<Row extends StatRow> {
  readonly title: string;
  readonly look: TableLook<Row>;
  readonly pages: Pages<ListPage<Row>>;
}
const keyOf = ({ key }: StatRow) => key;

/** All rows, with what they are compared with. */
export const StatRows = <Row extends StatRow>({ title, look, pages }: StatRowsProps<Row>) => {
  const { t } = useTranslation('stats');
  return (
    <section className="stats-rows" aria-label={title}>
      <header className="row gap-10">
        <h2 className="section-title">{title}</h2>
        <span className="key small push">≈ {t($ => $.chance)}</span>
      </header>
      <ListTable
        label={title}
        look={look}
        pages={pages}
        keyOf={keyOf}
        failed={t($ => $.failed)}
        empty={<Empty title={t($ => $.noCalls)} hint={t($ => $.noCallsHint)} />}
      />
    </section>
  );
};
