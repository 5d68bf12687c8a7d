export { countImport, insertImport } from './imports.store.ts';
export { takeBackWork } from './take-back.job.ts';
export type { TaskKey } from './take-out.store.ts';
export { bindTaskNumbers } from './task-numbers.routes.ts';
