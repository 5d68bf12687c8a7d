import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LineState } from '../../line/line-state.tsx';
import { count } from '../../ui/format.ts';
import { type Monitor, percent, totals, urgency } from './monitor.ts';

interface FigureProps {
  readonly name: string;
  readonly figure: ReactNode;
  readonly says: ReactNode;
  readonly tone?: 'bad' | 'warn' | null;
}
const Figure = ({ name, figure, says, tone = null }: FigureProps) => (
  <div className="kpi">
    <span>{name}</span>
    <p>
      <b className={tone ? `is-${tone}` : undefined}>{figure}</b>
    </p>
    <small>{says}</small>
  </div>
);

/** All lines in one row of figures; each with one line of context. */
const Strip = ({ monitor }: { monitor: Monitor }) => {
  const { t } = useTranslation('monitor');
  const sums = totals(monitor.lines);
  const none = t($ => $.kpi.none);
  const faces = (['up', 'congested', 'down'] as const).filter(state => sums[state] > 0);
  return (
    <div className="kpis is-even">
      <Figure
        name={t($ => $.kpi.lines)}
        figure={count(monitor.lines.length)}
        says={
          <>
            {faces.map(face => (
              <LineState key={face} face={face} pill={false} text={t($ => $.kpi[face], { n: sums[face] })} />
            ))}
            {sums.unknown > 0 && (
              <LineState face="unknown" pill={false} text={t($ => $.kpi.other, { n: sums.unknown })} />
            )}
          </>
        }
      />
      <Figure
        name={t($ => $.kpi.channels)}
        figure={`${count(sums.used)} / ${count(sums.channels)}`}
        says={
          sums.unusable > 0
            ? t($ => $.kpi.channelsSay, { free: count(sums.free), down: count(sums.unusable) })
            : t($ => $.kpi.channelsFree, { free: count(sums.free) })
        }
      />
      <Figure
        name={t($ => $.kpi.rate)}
        figure={monitor.callsPerSecond.toFixed(1)}
        says={t($ => $.kpi.rateSay, { n: sums.mostPerSecond })}
      />
      <Figure
        name={t($ => $.kpi.answered)}
        figure={percent(sums.answered, sums.calls) ?? none}
        says={t($ => $.kpi.lately)}
      />
      <Figure
        name={t($ => $.kpi.failed)}
        figure={percent(sums.failed, sums.calls) ?? none}
        tone={urgency(sums.failed, sums.calls)}
        says={t($ => $.kpi.failedSay, { n: count(sums.failed) })}
      />
      <Figure
        name={t($ => $.kpi.wait)}
        figure={sums.waitMs === null ? none : t($ => $.kpi.seconds, { n: (sums.waitMs / 1_000).toFixed(1) })}
        says={t($ => $.kpi.waitSay)}
      />
    </div>
  );
};
export const KpiStrip = memo(Strip);
