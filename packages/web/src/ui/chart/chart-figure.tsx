import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Segments } from '../segments.tsx';
import { Chart } from './chart.tsx';
import { type ChartShape, endsOf } from './chart-shape.ts';
import { ChartTable, type HrefOf } from './chart-table.tsx';
import './chart.css';

interface ChartFigureProps {
  readonly title: string;
  /** What is counted in it. */
  readonly says?: ReactNode;
  /** Heads the column of the marks in the table. */
  readonly of: string;
  readonly shape: ChartShape;
  /** Where a bar, and its row of the table, leads to. */
  readonly hrefOf?: HrefOf;
  readonly tools?: ReactNode;
  /** Instead of both, where there is nothing to draw. */
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
}

/** A chart with its title, its legend and, behind a switch, its table. */
export const ChartFigure = ({ title, says, of, shape, hrefOf, tools, children, foot }: ChartFigureProps) => {
  const { t } = useTranslation('parts');
  const id = useId();
  const navigate = useNavigate();
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const ends = endsOf(shape);
  const label = ends
    ? t($ => $.chart.label, {
        title,
        n: shape.marks.length,
        most: ends.most.mark,
        mostOf: ends.most.value,
        least: ends.least.mark,
        leastOf: ends.least.value,
      })
    : title;
  const pick = (at: number, key: string) => {
    const to = shape.series.some(each => each.key === key && each.past) ? null : hrefOf?.(at, key);
    if (to) void navigate(to);
  };
  const table = <ChartTable label={title} of={of} shape={shape} hrefOf={hrefOf} />;
  const undrawn = (
    <>
      <p role="status" className="small ink2">
        {t($ => $.chart.undrawn)}
      </p>
      {table}
    </>
  );
  return (
    <section className="chart-figure stack gap-8" aria-labelledby={id}>
      <header className="row gap-10 wrap">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {says && <span className="key small">{says}</span>}
        <ul className="chart-legend row gap-12 wrap to-end small ink2">
          {shape.series.length > 1 &&
            shape.series.map(({ key, name, ink, line }) => (
              <li key={key} className="row gap-6">
                <i
                  aria-hidden="true"
                  className={line ? 'is-line' : undefined}
                  style={line ? { borderColor: `var(--${ink})` } : { background: `var(--${ink})` }}
                />
                {name}
              </li>
            ))}
        </ul>
        <span className="row gap-10 push">
          {tools}
          <Segments
            label={t($ => $.chart.view, { title })}
            options={[
              { value: 'chart', text: t($ => $.chart.chart) },
              { value: 'table', text: t($ => $.chart.table) },
            ]}
            value={view}
            onChange={setView}
          />
        </span>
      </header>
      {children ||
        (view === 'chart' ? (
          <Chart shape={shape} label={label} instead={undrawn} {...(hrefOf && { onPick: pick })} />
        ) : (
          table
        ))}
      {foot}
    </section>
  );
};
