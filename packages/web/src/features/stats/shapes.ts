import type { StatFigures, StatRow } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import type { ChartSeries, ChartShape, Ink } from '../../ui/chart/chart-shape.ts';
import { count } from '../../ui/format.ts';
import { percent, shareOf } from './figures.ts';

/** So many names find room in a chart; the table has all. */
export const mostDrawn = 12;

type Told = Pick<StatRow, 'now' | 'before'>;
interface Words {
  readonly answered: string;
  readonly unanswered: string;
  readonly unlevelled: string;
  readonly before: string;
  readonly level: (level: string) => string;
}

const seriesOf =
  (rows: readonly Told[]) =>
  (key: string, name: string, ink: Ink, of: (figures: StatFigures) => number): ChartSeries => ({
    key,
    name,
    ink,
    values: rows.map(({ now }) => of(now)),
  });
const beforeOf = (rows: readonly Told[], name: string, of: (figures: StatFigures) => number): ChartSeries => ({
  key: 'before',
  name,
  ink: 'ink3',
  line: true,
  past: true,
  values: rows.map(({ before }) => of(before)),
});

/** Calls as columns, those answered below the others, and the days before as a line. */
export const callsShape = (
  marks: readonly string[],
  rows: readonly Told[],
  words: Words,
  lying = false,
): ChartShape => {
  const series = seriesOf(rows);
  const bars = [
    series('answered', words.answered, 'lvB', ({ answered }) => answered),
    series('unanswered', words.unanswered, 'lvD', ({ calls, answered }) => calls - answered),
  ];
  return {
    marks,
    stacked: true,
    lying,
    say: count,
    series: lying ? bars : [...bars, beforeOf(rows, words.before, ({ calls }) => calls)],
  };
};

/** Answered calls by their level, darkest the best, and how many were answered the days before. */
export const levelsShape = (
  marks: readonly string[],
  rows: readonly Told[],
  words: Words,
  lying: boolean,
): ChartShape => {
  const series = seriesOf(rows);
  const levelled = ({ levels: of }: StatFigures) => levels.reduce((sum, level) => sum + of[level], 0);
  const bars = [
    ...levels.map(level => series(level, words.level(level), `lv${level}`, figures => figures.levels[level])),
    series('unlevelled', words.unlevelled, 'line2', figures => Math.max(0, figures.answered - levelled(figures))),
  ].filter(({ key, values }) => key !== 'unlevelled' || values.some(value => value !== 0));
  return {
    marks,
    stacked: true,
    lying,
    say: count,
    series: lying ? bars : [...bars, beforeOf(rows, words.before, ({ answered }) => answered)],
  };
};

/** A and B of those that answered, one bar a row, and a lighter one of the days before. */
export const goodShape = (
  marks: readonly string[],
  rows: readonly Told[],
  words: { readonly now: string; readonly before: string },
): ChartShape => ({
  marks,
  lying: true,
  shares: true,
  say: percent,
  series: [
    { key: 'now', name: words.now, ink: 'lvB', values: rows.map(({ now }) => shareOf(now, 'good')) },
    {
      key: 'before',
      name: words.before,
      ink: 'lvD',
      past: true,
      values: rows.map(({ before }) => shareOf(before, 'good')),
    },
  ],
});
