import { Suspense } from 'react';
import { plainPage } from '../chunk.ts';
import { type ChartProps, tallOf } from './chart-shape.ts';
import './chart.css';

const DrawnChart = plainPage<ChartProps>(() => import('./drawn-chart.tsx').then(file => file.DrawnChart));

/** A chart; its library comes with the first, and its place is kept meanwhile. */
export const Chart = (chart: ChartProps) => (
  <Suspense fallback={<div className="chart" aria-busy="true" style={{ height: tallOf(chart.shape) }} />}>
    <DrawnChart {...chart} />
  </Suspense>
);
