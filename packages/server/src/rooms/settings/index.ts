export { namedLevels } from './merchant.store.ts';
export { type RetentionParts, retentionJob } from './retention.job.ts';
export { bindSettings } from './settings.routes.ts';
export { callingRulesOf } from './settings.store.ts';
