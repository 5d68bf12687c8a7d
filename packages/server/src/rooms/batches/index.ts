export {
  type BatchEnd,
  BatchFailed,
  type BatchParts,
  type BatchRun,
  type BatchWork,
  batchJob,
} from './batch-run.ts';
export { BATCHES_TOPIC, bindBatches } from './batches.routes.ts';
export { type BatchStep, type NewBatch, startBatch } from './batches.store.ts';
export { dayStart } from './day.policy.ts';
export { type PurgeParts, purgeJob } from './purge.job.ts';
export { exportSheet, type SheetSource } from './sheet-export.ts';
