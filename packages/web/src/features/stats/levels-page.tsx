import { endpoints, levelBys, type OutputOf } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ChartFigure } from '../../ui/chart/chart-figure.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { figureColumn } from '../../ui/data-table/usual-columns.tsx';
import { count } from '../../ui/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { Causes } from './causes.tsx';
import { Kpis } from './compared.tsx';
import { askedOf, type StatPart } from './filter.ts';
import { HoursHeat } from './hours-heat.tsx';
import { comparedColumn, RowName, StatRows, useRowName } from './rows.tsx';
import { levelsShape, mostDrawn } from './shapes.ts';
import { readingOf, StatPage } from './stat-page.tsx';
import { useShapeWords } from './use-shape-words.ts';
import { useStatPages } from './use-stat.ts';
import { useStatFilter } from './use-stat-filter.ts';
import { useWayDown } from './use-way-down.ts';
import { pieceOf } from './way.ts';

type Levels = OutputOf<typeof endpoints.stat.levels>;
type LevelsRow = Levels['list'][number];
type By = (typeof levelBys)[number];

const parts: readonly StatPart[] = ['time', 'task', 'plan', 'version', 'line', 'port', 'owner', 'byHand'];
/** Stand one after the other, as time does. */
const inTime: readonly By[] = ['day', 'week', 'hour'];
const byOf = (text: string | null): By => levelBys.find(by => by === text) ?? 'day';

const useColumns = (by: By): readonly Column<LevelsRow>[] => {
  const { t } = useTranslation('stats');
  const nameOf = useRowName(by);
  const wayDown = useWayDown();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t($ => $.column[by]),
        width: 150,
        grows: true,
        priority: 0,
        cell: row => <RowName name={nameOf(row)} to={wayDown(row.calls)} />,
      },
      comparedColumn(
        'calls',
        t($ => $.column.calls),
        1,
      ),
      comparedColumn(
        'answered',
        t($ => $.column.answered),
        1,
      ),
      comparedColumn(
        'heard',
        t($ => $.column.heard),
        3,
      ),
      comparedColumn(
        'good',
        t($ => $.column.good),
        0,
      ),
      ...levels.map(level =>
        figureColumn<LevelsRow>(level, level, { width: 56, priority: 2, of: ({ now }) => now.levels[level] }),
      ),
      comparedColumn(
        'talk',
        t($ => $.column.talk),
        4,
      ),
      comparedColumn(
        'cost',
        t($ => $.column.cost),
        5,
      ),
    ],
    [t, by, nameOf, wayDown],
  );
};

interface PartProps {
  readonly page: Levels;
  readonly days: number;
}

const LevelKpis = ({ page, days }: PartProps) => {
  const { t } = useTranslation('stats');
  const { now } = page.sum;
  return (
    <Kpis
      of={page.sum}
      days={days}
      kpis={[
        { label: t($ => $.figures.calls), name: 'calls' },
        {
          label: t($ => $.figures.answered),
          name: 'answered',
          says: t($ => $.figures.answeredSay, { n: count(now.answered) }),
        },
        { label: t($ => $.figures.heard), name: 'heard', says: t($ => $.figures.heardSay, { n: count(now.heard) }) },
        { label: t($ => $.figures.good), name: 'good', says: t($ => $.figures.goodSay, { n: count(now.good) }) },
        {
          label: t($ => $.figures.talk),
          name: 'talk',
          says: t($ => $.figures.talkSay, { n: count(Math.round(now.talkMs / 60_000)) }),
        },
      ]}
    />
  );
};

/** Levels over time or name by name; a piece of a bar leads to the calls of that level. */
const LevelsChart = ({ page, days, by, onBy }: PartProps & { by: By; onBy: (by: By) => void }) => {
  const { t } = useTranslation('stats');
  const words = useShapeWords(days);
  const nameOf = useRowName(by);
  const wayDown = useWayDown();
  const isNamed = !inTime.includes(by);
  const drawn = useMemo(() => (isNamed ? page.list.slice(0, mostDrawn) : page.list), [page, isNamed]);
  const shape = useMemo(() => levelsShape(drawn.map(nameOf), drawn, words, isNamed), [drawn, nameOf, words, isNamed]);
  const left = page.list.length > drawn.length;
  return (
    <ChartFigure
      title={t($ => $.levels.chart)}
      says={left ? t($ => $.levels.rest, { n: drawn.length }) : t($ => $.levels.chartOf)}
      of={t($ => $.column[by])}
      shape={shape}
      hrefOf={(at, key) => wayDown(drawn[at]?.calls, pieceOf(key))}
      tools={
        <Segments
          label={t($ => $.levels.bys)}
          options={levelBys.map(value => ({ value, text: t($ => $.levels.by[value]) }))}
          value={by}
          onChange={onBy}
        />
      }
    />
  );
};

/** 通话质量: levels over time and by what one chooses, when people answer, and how calls came out. */
export const LevelsPage = () => {
  const { t } = useTranslation('stats');
  const control = useStatFilter(parts);
  const { asked, days, filter, query, put } = control;
  const by = byOf(query.get('by'));
  const pages = useStatPages(endpoints.stat.levels, asked && { ...asked, by });
  const look = useTableLook('levelStatistics', useColumns(by));
  const { page } = pages;
  return (
    <StatPage
      title={t($ => $.levels.title)}
      empty={t($ => $.levels.empty)}
      control={control}
      parts={parts}
      reading={readingOf(pages, page?.sum.now.calls === 0)}
      ask={page && page.total > 0 ? t($ => $.asked) : null}
      onExport={() => call(endpoints.stat.levelSheet, { ...askedOf(filter, new Date()), by })}
      tools={<TableTools look={look} />}
    >
      {page && (
        <>
          <LevelKpis page={page} days={days} />
          <LevelsChart page={page} days={days} by={by} onBy={next => put({ by: next === 'day' ? null : next })} />
        </>
      )}
      <StatRows title={t($ => $.levels.rows)} look={look} pages={pages} />
      <HoursHeat asked={asked} />
      <Causes endpoint={endpoints.stat.causes} asked={asked} days={days} />
    </StatPage>
  );
};
