export { beginningOf } from './beginning.ts';
export { findTitles, guessColumns } from './columns.policy.ts';
export { chunksOf, importWork } from './import.job.ts';
export { bindTaskImport, importFollowed, importNumbers } from './import.routes.ts';
export { findTarget } from './import.store.ts';
export type { Row } from './judge.policy.ts';
export { openRefusedFile, type RefusedFile, type RefusedRow } from './refused-file.ts';
export { findOpenTask, variablesOf } from './sources.ts';
