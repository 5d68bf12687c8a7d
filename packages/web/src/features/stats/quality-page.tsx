import { endpoints } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ChartFigure } from '../../ui/chart/chart-figure.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { count } from '../../ui/format.ts';
import { Kpis } from './compared.tsx';
import { askedOf, type StatPart } from './filter.ts';
import { Funnel } from './funnel.tsx';
import { Missed } from './missed.tsx';
import type { Quality, QualitySum } from './quality.ts';
import { StatRows } from './rows.tsx';
import { callsShape, goodShape, mostDrawn } from './shapes.ts';
import { readingOf, StatPage } from './stat-page.tsx';
import { usePlanColumns, usePlanName } from './use-plan-columns.tsx';
import { useShapeWords } from './use-shape-words.ts';
import { useStatPages } from './use-stat.ts';
import { useStatFilter } from './use-stat-filter.ts';
import { useWayDown } from './use-way-down.ts';
import { onDay, pieceOf } from './way.ts';

const parts: readonly StatPart[] = ['time', 'plan', 'version', 'task', 'line', 'port', 'owner', 'byHand'];

/** The charts: every day, and one plan beside the other. */
const Charts = ({ page, days }: { page: Quality; days: number }) => {
  const { t } = useTranslation('stats');
  const words = useShapeWords(days);
  const nameOf = usePlanName();
  const wayDown = useWayDown();
  const byDay = useMemo(() => {
    const marks = page.days.map(({ day }) => day.slice('2026-'.length));
    return callsShape(marks, page.days, words);
  }, [page, words]);
  const drawn = page.list.slice(0, mostDrawn);
  const byPlan = goodShape(drawn.map(nameOf), drawn, { now: t($ => $.series.share), before: words.before });
  return (
    <>
      <div className="stats-pair">
        <Funnel sum={page.sum} to={wayDown(page.sum.calls)} />
        <ChartFigure
          title={t($ => $.planQuality.days)}
          of={t($ => $.column.day)}
          shape={byDay}
          hrefOf={(at, key) => wayDown(onDay(page.sum.calls, page.days[at]!.day), pieceOf(key))}
        />
      </div>
      {drawn.length > 1 && (
        <ChartFigure
          title={t($ => $.planQuality.plans)}
          says={t($ => $.planQuality.plansOf)}
          of={t($ => $.column.plan)}
          shape={byPlan}
          hrefOf={at => wayDown(drawn[at]?.calls)}
        />
      )}
    </>
  );
};

const useKpis = (sum: QualitySum) => {
  const { t } = useTranslation('stats');
  const { now } = sum;
  return [
    {
      label: t($ => $.figures.dialled),
      name: 'calls',
      says: t($ => $.figures.dialledSay, { n: count(now.numbers) }),
    },
    {
      label: t($ => $.figures.answered),
      name: 'answered',
      says: t($ => $.figures.answeredSay, { n: count(now.answered) }),
    },
    { label: t($ => $.figures.heard), name: 'heard', says: t($ => $.figures.heardSay, { n: count(now.heard) }) },
    {
      label: t($ => $.figures.completed),
      name: 'completed',
      says: t($ => $.figures.completedSay, { n: count(now.completed) }),
    },
    { label: t($ => $.figures.good), name: 'good', says: t($ => $.figures.goodSay, { n: count(now.good) }) },
  ] as const;
};
const QualityKpis = ({ sum, days }: { sum: QualitySum; days: number }) => (
  <Kpis of={sum} days={days} kpis={useKpis(sum)} />
);

/** 话术质量: how plans did, version by version, from the list to A and B. */
export const QualityPage = () => {
  const { t } = useTranslation('stats');
  const control = useStatFilter(parts);
  const { asked, days, filter } = control;
  const pages = useStatPages(endpoints.stat.planQuality, asked);
  const look = useTableLook('planQuality', usePlanColumns());
  const { page } = pages;
  return (
    <StatPage
      title={t($ => $.planQuality.title)}
      empty={t($ => $.planQuality.empty)}
      control={control}
      parts={parts}
      reading={readingOf(pages, page?.sum.now.calls === 0 && page.sum.listed === 0)}
      ask={page && page.total > 0 ? t($ => $.asked) : null}
      onExport={() => call(endpoints.stat.planSheet, askedOf(filter, new Date()))}
      tools={<TableTools look={look} />}
    >
      {page && (
        <>
          <QualityKpis sum={page.sum} days={days} />
          <Charts page={page} days={days} />
        </>
      )}
      <StatRows title={t($ => $.planQuality.rows)} look={look} pages={pages} />
      <Missed control={control} rows={page?.list ?? []} />
    </StatPage>
  );
};
