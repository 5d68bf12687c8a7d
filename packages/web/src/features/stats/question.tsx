import { type CallOf, endpoints, type OutputOf } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFigure } from '../../ui/chart/chart-figure.tsx';
import { TintedTable } from '../../ui/chart/tinted-table.tsx';
import { count } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { mostDrawn } from './shapes.ts';
import { useShapeWords } from './use-shape-words.ts';
import { useStat } from './use-stat.ts';
import '../../ui/plain-choice.css';

export type Question = OutputOf<typeof endpoints.stat.questions>['list'][number];
type Asked = CallOf<typeof endpoints.stat.collection>;

interface ValuesProps {
  readonly asked: Asked;
  readonly days: number;
  /** Where the answers of one value alone are. */
  readonly hrefOf: (value: string) => string;
}

/** How often each answer was given, beside the days before; a bar leads to those who gave it. */
export const Values = ({ asked, days, hrefOf }: ValuesProps) => {
  const { t } = useTranslation('stats');
  const words = useShapeWords(days);
  const read = useStat(endpoints.stat.collection, asked);
  const { data } = read;
  const drawn = useMemo(() => data?.list.slice(0, mostDrawn) ?? [], [data]);
  const shape = useMemo(
    () => ({
      marks: drawn.map(({ value, chance }) => (chance === true ? `${value} ≈` : value)),
      lying: true,
      say: count,
      series: [
        { key: 'now', name: t($ => $.series.now), ink: 'lvB', values: drawn.map(({ now }) => now) } as const,
        {
          key: 'before',
          name: words.before,
          ink: 'lvD',
          past: true,
          values: drawn.map(({ before }) => before),
        } as const,
      ],
    }),
    [drawn, words, t],
  );
  if (read.isError && !data)
    return <ErrorPanel title={t($ => $.failed)} error={read.error} onAgain={() => void read.refetch()} />;
  const rest = (data?.rest.now ?? 0) + (data?.list ?? []).slice(mostDrawn).reduce((sum, { now }) => sum + now, 0);
  return (
    <ChartFigure
      title={asked.question}
      says={data && `${t($ => $.collection.answered, { n: count(data.answered.now) })} · ≈ ${t($ => $.chance)}`}
      of={t($ => $.collection.values)}
      shape={shape}
      hrefOf={at => (drawn[at] ? hrefOf(drawn[at].value) : null)}
      foot={rest > 0 && <p className="hint">{t($ => $.collection.rest, { n: count(rest) })}</p>}
    >
      {data === undefined ? (
        <Skeleton rows={6} />
      ) : (
        data.list.length === 0 && <p className="key">{t($ => $.collection.none)}</p>
      )}
    </ChartFigure>
  );
};

interface CrossProps {
  readonly asked: CallOf<typeof endpoints.stat.questions>;
  readonly question: string;
  readonly other: string | null;
  readonly questions: readonly Question[];
  readonly onOther: (other: string | null) => void;
}

const CrossTable = ({ asked }: { asked: CallOf<typeof endpoints.stat.cross> }) => {
  const { t } = useTranslation('stats');
  const read = useStat(endpoints.stat.cross, asked);
  const { data } = read;
  if (read.isError && !data)
    return <ErrorPanel title={t($ => $.failed)} error={read.error} onAgain={() => void read.refetch()} />;
  if (!data) return <Skeleton rows={4} />;
  if (data.cells.length === 0) return <p className="key">{t($ => $.collection.crossNone)}</p>;
  const most = Math.max(...data.cells.map(({ n }) => n));
  const rows = data.rows.map(row => ({
    name: row,
    cells: data.columns.map(column => {
      const n = data.cells.find(cell => cell.row === row && cell.column === column)?.n ?? 0;
      return n === 0
        ? null
        : { text: count(n), says: t($ => $.collection.crossCell, { row, column, n: count(n) }), part: n / most };
    }),
  }));
  return (
    <TintedTable
      label={`${asked.question} × ${asked.other}`}
      of={`${asked.question} ＼ ${asked.other}`}
      columns={data.columns}
      rows={rows}
    />
  );
};

/** The answers to two questions, one against the other. */
export const Cross = ({ asked, question, other, questions, onOther }: CrossProps) => {
  const { t } = useTranslation('stats');
  const others = questions.filter(each => each.question !== question);
  if (others.length === 0) return null;
  return (
    <section className="stats-part stack gap-8">
      <header className="row gap-10">
        <h2 className="section-title fixed">{t($ => $.collection.cross)}</h2>
        <select
          className="plain-choice"
          aria-label={t($ => $.collection.crossWith)}
          value={other ?? ''}
          onChange={event => onOther(event.target.value || null)}
        >
          <option value="">{t($ => $.collection.crossPick)}</option>
          {others.map(each => (
            <option key={each.question}>{each.question}</option>
          ))}
        </select>
      </header>
      {other !== null && other !== question && <CrossTable asked={{ ...asked, question, other }} />}
    </section>
  );
};

/** The words that answers hold most often. */
export const Words = ({ asked }: { asked: Asked }) => {
  const { t } = useTranslation('stats');
  const read = useStat(endpoints.stat.words, asked);
  const { data } = read;
  return (
    <section className="stats-part stack gap-8">
      <header className="row gap-10">
        <h2 className="section-title">{t($ => $.collection.words)}</h2>
        {data && <span className="key small">{t($ => $.collection.wordsOf, { n: count(data.answers) })}</span>}
      </header>
      {read.isError && !data && <ErrorPanel error={read.error} onAgain={() => void read.refetch()} />}
      {data?.list.length === 0 && <p className="key">{t($ => $.collection.wordsNone)}</p>}
      <ul className="stats-words row gap-8 wrap">
        {data?.list.map(({ word, n }) => (
          <li key={word}>
            {word} <b>{count(n)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
};
