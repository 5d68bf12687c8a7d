export { importWork } from './import.job.ts';
export { bindTaskImport } from './import.routes.ts';
