export { seriesJob } from './series.job.ts';
export { bindTaskSeries } from './series.routes.ts';
