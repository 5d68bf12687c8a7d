import { endpoints, type OutputOf, portBys } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ChartFigure } from '../../ui/chart/chart-figure.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { amount, count } from '../../ui/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { Causes } from './causes.tsx';
import { Kpis } from './compared.tsx';
import { share } from './figures.ts';
import { askedOf, type StatPart } from './filter.ts';
import { comparedColumn, RowName, StatRows, useRowName } from './rows.tsx';
import { callsShape, mostDrawn } from './shapes.ts';
import { readingOf, StatPage } from './stat-page.tsx';
import { useShapeWords } from './use-shape-words.ts';
import { useStatPages } from './use-stat.ts';
import { useStatFilter } from './use-stat-filter.ts';
import { useWayDown } from './use-way-down.ts';
import { pieceOf } from './way.ts';

type Ports = OutputOf<typeof endpoints.stat.ports>;
type PortsRow = Ports['list'][number];
type By = (typeof portBys)[number];

const parts: readonly StatPart[] = ['time', 'line', 'port', 'task', 'plan', 'version', 'owner', 'byHand'];
const byOf = (text: string | null): By => portBys.find(by => by === text) ?? 'port';

const useColumns = (by: By): readonly Column<PortsRow>[] => {
  const { t } = useTranslation('stats');
  const nameOf = useRowName(by);
  const wayDown = useWayDown();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t($ => $.column[by]),
        width: 190,
        grows: true,
        priority: 0,
        cell: row => <RowName name={nameOf(row)} to={wayDown(row.calls)} />,
      },
      comparedColumn(
        'calls',
        t($ => $.column.calls),
        2,
      ),
      comparedColumn(
        'seized',
        t($ => $.column.seized),
        0,
      ),
      comparedColumn(
        'answered',
        t($ => $.column.answered),
        0,
      ),
      comparedColumn(
        'talk',
        t($ => $.column.talk),
        1,
      ),
      comparedColumn(
        'good',
        t($ => $.column.good),
        3,
      ),
      comparedColumn(
        'cost',
        t($ => $.column.cost),
        1,
      ),
    ],
    [t, by, nameOf, wayDown],
  );
};

interface PartProps {
  readonly page: Ports;
  readonly days: number;
}

const PortKpis = ({ page, days }: PartProps) => {
  const { t } = useTranslation('stats');
  const { now } = page.sum;
  const each = share(Number(now.cost), now.answered);
  return (
    <Kpis
      of={page.sum}
      days={days}
      kpis={[
        { label: t($ => $.figures.seized), name: 'seized', says: t($ => $.figures.seizedSay, { n: count(now.calls) }) },
        {
          label: t($ => $.figures.answered),
          name: 'answered',
          says: t($ => $.figures.answeredSay, { n: count(now.answered) }),
        },
        {
          label: t($ => $.figures.talk),
          name: 'talk',
          says: t($ => $.figures.talkSay, { n: count(Math.round(now.talkMs / 60_000)) }),
        },
        {
          label: t($ => $.figures.cost),
          name: 'cost',
          ...(each !== null && { says: t($ => $.figures.costSay, { n: amount(each.toFixed(3)) }) }),
        },
      ]}
    />
  );
};

const PortsChart = ({ page, days, by, onBy }: PartProps & { by: By; onBy: (by: By) => void }) => {
  const { t } = useTranslation('stats');
  const words = useShapeWords(days);
  const nameOf = useRowName(by);
  const wayDown = useWayDown();
  const drawn = useMemo(() => page.list.slice(0, mostDrawn), [page]);
  const shape = useMemo(() => callsShape(drawn.map(nameOf), drawn, words, true), [drawn, nameOf, words]);
  return (
    <ChartFigure
      title={t($ => $.ports.chart)}
      {...(page.list.length > drawn.length && { says: t($ => $.levels.rest, { n: drawn.length }) })}
      of={t($ => $.column[by])}
      shape={shape}
      hrefOf={(at, key) => wayDown(drawn[at]?.calls, pieceOf(key))}
      tools={
        <Segments
          label={t($ => $.levels.bys)}
          options={portBys.map(value => ({ value, text: t($ => $.ports.by[value]) }))}
          value={by}
          onChange={onBy}
        />
      }
    />
  );
};

/** 端口统计: seizures, answers, length and cost by port, line or caller number, and how calls came out. */
export const PortsPage = () => {
  const { t } = useTranslation('stats');
  const control = useStatFilter(parts);
  const { asked, days, filter, query, put } = control;
  const by = byOf(query.get('by'));
  const pages = useStatPages(endpoints.stat.ports, asked && { ...asked, by });
  const look = useTableLook('portStat', useColumns(by));
  const { page } = pages;
  return (
    <StatPage
      title={t($ => $.ports.title)}
      empty={t($ => $.ports.empty)}
      control={control}
      parts={parts}
      reading={readingOf(pages, page?.sum.now.calls === 0)}
      ask={page && page.total > 0 ? t($ => $.asked) : null}
      onExport={() => call(endpoints.stat.portSheet, { ...askedOf(filter, new Date()), by })}
      tools={<TableTools look={look} />}
    >
      {page && (
        <>
          <PortKpis page={page} days={days} />
          <PortsChart page={page} days={days} by={by} onBy={next => put({ by: next === 'port' ? null : next })} />
        </>
      )}
      <StatRows title={t($ => $.ports.rows)} look={look} pages={pages} />
      <Causes endpoint={endpoints.stat.portCauses} asked={asked} days={days} />
    </StatPage>
  );
};
