export { countImport, insertImport } from './imports.store.ts';
export { lookAgainJob } from './look-again.job.ts';
export { openKept, SHEET_KEPT_MS, savePaste } from './paste.ts';
export { takeBackWork } from './take-back.job.ts';
export { takeManyWork } from './take-many.job.ts';
export type { TaskKey } from './take-out.store.ts';
export { bindTaskNumbers } from './task-numbers.routes.ts';
