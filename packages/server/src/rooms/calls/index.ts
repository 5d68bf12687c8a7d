export { bindCalls } from './calls.routes.ts';
export { EXPORT_CALLS, exportWork } from './export.batch.ts';
export { bindLivePush, CALLS_TOPIC } from './live-push.ts';
export { type Peaks, peaksJob } from './peaks.job.ts';
export { insertCall } from './place.store.ts';
