import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { appearance } from '../theme/appearance.ts';
import { coloursOf } from '../theme/tokens.ts';
import { optionOf } from './chart-option.ts';
import { type ChartProps, type ChartShape, tallOf } from './chart-shape.ts';
import { type OpenChart, openChart } from './echarts.ts';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Where one points: px in the chart, and at which mark. */
interface Pointed {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly isLeft: boolean;
}
const aside = 14;

/** What the mark one points at holds. */
const Tip = ({
  shape: { marks, series, say },
  pointed: { at, x, y, isLeft },
}: {
  shape: ChartShape;
  pointed: Pointed;
}) => (
  <div
    className={isLeft ? 'chart-tip' : 'chart-tip is-left'}
    aria-hidden="true"
    style={{ left: isLeft ? x + aside : x - aside, top: y + aside }}
  >
    <strong>{marks[at]}</strong>
    {series.map(({ key, name, values }) => {
      const value = values[at] ?? null;
      return (
        <p key={key}>
          {name} <b>{value === null ? '—' : say(value)}</b>
        </p>
      );
    })}
  </div>
);

/** The mark at a place of the drawn chart; null: there is none. */
const markAt = (chart: OpenChart, [x, y]: [number, number], { lying, marks }: ChartShape): number | null => {
  if (!chart.containPixel('grid', [x, y])) return null;
  const place = chart.convertFromPixel('grid', [x, y])[lying ? 1 : 0];
  const at = Math.round(place ?? -1);
  return at >= 0 && at < marks.length ? at : null;
};

/** The chart on its canvas, from when its place is there until it is gone; as wide as that. */
const useOpenChart = ({ shape, onPick }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null);
  const open = useRef<OpenChart>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const pick = useEffectEvent((at: number, key: string) => onPick?.(at, key));
  const point = useEffectEvent((chart: OpenChart, x: number, y: number) => {
    const at = markAt(chart, [x, y], shape);
    setPointed(at === null ? null : { at, x, y, isLeft: x < chart.getWidth() / 2 });
  });
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const chart = openChart(current);
    open.current = chart;
    chart.on('click', ({ dataIndex, seriesId }) => pick(dataIndex, seriesId ?? ''));
    chart.getZr().on('mousemove', ({ offsetX, offsetY }) => point(chart, offsetX, offsetY));
    chart.getZr().on('globalout', () => setPointed(null));
    // A pane that rests has no width: what it shows then is drawn when it is back.
    const widths = new ResizeObserver(() => current.offsetWidth > 0 && chart.resize());
    widths.observe(current);
    return () => {
      widths.disconnect();
      chart.dispose();
      open.current = null;
    };
  }, []);
  return { place, open, pointed };
};

/** A chart on its canvas, drawn anew in other colours and sizes. */
export const DrawnChart = (chart: ChartProps) => {
  const { shape, label, onPick } = chart;
  const { place, open, pointed } = useOpenChart(chart);
  const look = useSyncExternalStore(appearance.subscribe, appearance.read);
  const picks = onPick !== undefined;
  useEffect(() => {
    if (!place.current) return;
    const { fontFamily, fontSize } = getComputedStyle(place.current);
    const drawn = {
      colours: coloursOf(look.theme, look.mode, look.colour),
      font: fontFamily,
      size: Number.parseFloat(fontSize),
      still: calm.matches,
      picks,
    };
    open.current?.setOption(optionOf(shape, drawn), { notMerge: true });
  }, [place, open, shape, look, picks]);
  return (
    <div className="chart-place">
      <div ref={place} className="chart" role="img" aria-label={label} style={{ height: tallOf(shape) }} />
      {pointed && <Tip shape={shape} pointed={pointed} />}
    </div>
  );
};
