export { namedLevels } from './merchant.store.ts';
export { type RetentionParts, retentionJob } from './retention.job.ts';
export { bindSettings } from './settings.routes.ts';
export { callingRulesOf, callingRulesQuery } from './settings.store.ts';
