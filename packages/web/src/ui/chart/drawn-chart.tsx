import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { appearance } from '../theme/appearance.ts';
import { coloursOf } from '../theme/tokens.ts';
import { optionOf } from './chart-option.ts';
import { type ChartProps, tallOf } from './chart-shape.ts';
import { type OpenChart, openChart } from './echarts.ts';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** A chart on its canvas: drawn anew in other colours and sizes, as wide as its place, gone with it. */
export const DrawnChart = ({ shape, label, onPick }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null);
  const open = useRef<OpenChart>(null);
  const look = useSyncExternalStore(appearance.subscribe, appearance.read);
  const pick = useEffectEvent((at: number, key: string) => onPick?.(at, key));
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const chart = openChart(current);
    open.current = chart;
    chart.on('click', ({ dataIndex, seriesId }) => pick(dataIndex, seriesId ?? ''));
    // A pane that rests has no width: what it shows then is drawn when it is back.
    const widths = new ResizeObserver(() => current.offsetWidth > 0 && chart.resize());
    widths.observe(current);
    return () => {
      widths.disconnect();
      chart.dispose();
      open.current = null;
    };
  }, []);
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
  }, [shape, look, picks]);
  return <div ref={place} className="chart" role="img" aria-label={label} style={{ height: tallOf(shape) }} />;
};
