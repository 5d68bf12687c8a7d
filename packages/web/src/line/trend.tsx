import { memo } from 'react';
import './trend.css';

interface TrendProps {
  /** Per mille, oldest first; null where nothing was called. */
  readonly points: readonly (number | null)[];
  readonly says: string;
}

const wide = 42;
const tall = 18;
const edge = 3;
/** Changes of less than this fill the height no more than they deserve. */
const leastSpan = 60;

/** How a rate went, as a line of ink with a dot where it is now; gaps are bridged, one point alone is a dot. */
const Line = ({ points, says }: TrendProps) => {
  const known = points.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const last = known.at(-1);
  if (!last) return null;
  const low = Math.min(...known.map(({ value }) => value));
  const span = Math.max(leastSpan, ...known.map(({ value }) => value - low));
  const x = (at: number) => edge + (at / (points.length - 1)) * (wide - 2 * edge);
  const y = (value: number) => tall - edge - ((value - low) / span) * (tall - 2 * edge);
  return (
    <svg className="trend" width={wide} height={tall} viewBox={`0 0 ${wide} ${tall}`} role="img" aria-label={says}>
      <title>{says}</title>
      <polyline points={known.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
      <circle cx={x(last.at)} cy={y(last.value)} r="2" />
    </svg>
  );
};
export const Trend = memo(Line);
