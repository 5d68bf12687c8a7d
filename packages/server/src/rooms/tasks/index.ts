export { type Hours, MINUTES_SHOWN, minutesOf, minutesToCall, paceOf } from './board.view.ts';
export { type Halted, haltMerchant } from './control.ts';
export { taskPurgeJob } from './purge.job.ts';
export { bindTaskPush, tellTaskChanged } from './task.push.ts';
export { bindTasks } from './tasks.routes.ts';
