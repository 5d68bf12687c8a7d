import type { CallOf, endpoints } from '@lianxian/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFigure } from '../../ui/chart/chart-figure.tsx';
import { count } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { mostDrawn } from './shapes.ts';
import { useShapeWords } from './use-shape-words.ts';
import { useStat } from './use-stat.ts';
import { useWayDown } from './use-way-down.ts';

interface CausesProps {
  readonly endpoint: (typeof endpoints.stat)['causes' | 'portCauses'];
  readonly asked: CallOf<typeof endpoints.stat.causes> | null;
  readonly days: number;
}

/** How calls came out and because of what, the commonest first, beside the days before. */
export const Causes = ({ endpoint, asked, days }: CausesProps) => {
  const { t } = useTranslation(['stats', 'shell']);
  const words = useShapeWords(days);
  const wayDown = useWayDown();
  const causes = useStat(endpoint, asked);
  const list = causes.data?.list;
  const drawn = useMemo(() => list?.slice(0, mostDrawn) ?? [], [list]);
  const shape = useMemo(
    () => ({
      marks: drawn.map(({ state, becauseText, chance }) => {
        const word = t($ => $.state[state], { ns: 'shell' });
        const said = becauseText === '' || becauseText === word ? word : `${word} · ${becauseText}`;
        return chance === true ? `${said} ≈` : said;
      }),
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
  if (causes.isError && !list)
    return (
      <section className="stats-part">
        <ErrorPanel error={causes.error} onAgain={() => void causes.refetch()} />
      </section>
    );
  return (
    <ChartFigure
      title={t($ => $.causes.title)}
      says={`${t($ => $.series.now)} / ${words.before} · ≈ ${t($ => $.chance)}`}
      of={t($ => $.causes.cause)}
      shape={shape}
      hrefOf={at => wayDown(drawn[at]?.calls)}
    >
      {list === undefined ? <Skeleton rows={6} /> : list.length === 0 && <p className="key">{t($ => $.causes.none)}</p>}
    </ChartFigure>
  );
};
