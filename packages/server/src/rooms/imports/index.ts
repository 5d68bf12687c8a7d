export { importWork } from './import.job.ts';
export { bindTaskImport, importNumbers } from './import.routes.ts';
export { findTask, variablesOf } from './sources.ts';
