export { type BatchEnd, BatchFailed, type BatchRun, type BatchWork, batchJob } from './batch-run.ts';
export { bindBatches } from './batches.routes.ts';
export { endAllSoon, endSoon, type NewBatch, startBatch } from './batches.store.ts';
export { purgeJob } from './purge.job.ts';
export { exportSheet } from './sheet-export.ts';
