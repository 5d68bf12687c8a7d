import { Component, type ReactNode, Suspense } from 'react';
import { plainPage } from '../chunk.ts';
import { type ChartProps, tallOf } from './chart-shape.ts';
import './chart.css';

const DrawnChart = plainPage<ChartProps>(() => import('./drawn-chart.tsx').then(file => file.DrawnChart));

/** What draws may not come, on a bad network or after an upgrade: the figures are there all the same. */
class Drawing extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}

/** A chart; its library comes with the first, and its place is kept meanwhile. `instead`: where it does not come. */
export const Chart = ({ instead, ...chart }: ChartProps & { readonly instead: ReactNode }) => (
  <Drawing instead={instead}>
    <Suspense fallback={<div className="chart" aria-busy="true" style={{ height: tallOf(chart.shape) }} />}>
      <DrawnChart {...chart} />
    </Suspense>
  </Drawing>
);
