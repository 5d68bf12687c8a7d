export { bindCalls, type CallsParts } from './calls.routes.ts';
export { insertCall, type NewCall } from './calls.store.ts';
export { EXPORT_CALLS, exportWork } from './export.batch.ts';
export { bindLivePush, CALLS_TOPIC } from './live-push.ts';
export { type Peaks, peaksJob } from './peaks.job.ts';
