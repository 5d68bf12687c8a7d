export { lockSettings, merchantFacts, merchantSettingsOf, namedLevels, RECORDING_DAYS } from './merchant.store.ts';
export { recordDaysOf, saveRecordDays } from './records.store.ts';
export { clearingJobs, retentionJob } from './retention.job.ts';
export { dropRecordings, noteCleared } from './retention.store.ts';
export { bindSettings } from './settings.routes.ts';
