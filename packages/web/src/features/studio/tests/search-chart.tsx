import { useTranslation } from 'react-i18next';
import type { Search } from './use-parameter-search.ts';

interface ChartProps {
  readonly names: readonly string[];
  readonly counts: Search['counts'];
}

const rowHeight = 46;
const barHeight = 13;
const nameWidth = 130;
const width = 560;
const barWidth = width - nameWidth - 50;

/** False and missed interruptions of each setting, side by side: the best one is short in both. */
export const SearchChart = ({ names, counts }: ChartProps) => {
  const { t } = useTranslation('talk');
  const most = Math.max(1, ...counts.flatMap(count => [count.false, count.missed]));
  const said = names
    .map(
      (name, at) =>
        `${name}: ${t($ => $.parameterSearch.false)} ${counts[at]?.false ?? 0}, ${t($ => $.parameterSearch.missed)} ${counts[at]?.missed ?? 0}`,
    )
    .join('; ');
  return (
    <figure className="tests-search-chart">
      <figcaption className="row gap-6 small ink2">
        <i className="is-false" /> {t($ => $.parameterSearch.false)} <i className="is-missed" />{' '}
        {t($ => $.parameterSearch.missed)}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${names.length * rowHeight}`}
        role="img"
        aria-label={`${t($ => $.parameterSearch.chart)}: ${said}`}
      >
        {names.map((name, at) => {
          const top = at * rowHeight + 6;
          const bars = [
            { kind: 'is-false', value: counts[at]?.false ?? 0 },
            { kind: 'is-missed', value: counts[at]?.missed ?? 0 },
          ];
          return (
            <g key={name}>
              <text className="small" x={nameWidth - 10} y={top + barHeight + 5} textAnchor="end">
                {name}
              </text>
              {bars.map(({ kind, value }, line) => {
                const length = (value / most) * barWidth;
                const y = top + line * (barHeight + 3);
                return (
                  <g key={kind}>
                    <rect className={kind} x={nameWidth} y={y} width={Math.max(1, length)} height={barHeight} rx="2" />
                    <text className="is-value small" x={nameWidth + Math.max(1, length) + 6} y={y + barHeight - 2}>
                      {value}
                    </text>
                  </g>
                );
              })}
            </g>
          );
        })}
      </svg>
    </figure>
  );
};
