export { countImport, insertImport } from './imports.store.ts';
export { openKept, SHEET_KEPT_MS, savePaste } from './paste.ts';
export { putBackWork } from './put-back.job.ts';
export { sweepTakeOuts } from './put-back.store.ts';
export { reopenTask } from './reopen.store.ts';
export { takeBackWork } from './take-back.job.ts';
export { takeManyWork } from './take-many.job.ts';
export type { TaskKey } from './take-out.store.ts';
export { bindTaskNumbers } from './task-numbers.routes.ts';
