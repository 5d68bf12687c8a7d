export { importWork } from './import.job.ts';
export { bindTaskImport, importNumbers } from './import.routes.ts';
export { findOpenTask, variablesOf } from './sources.ts';
