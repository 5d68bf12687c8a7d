export { taskPurgeJob } from './purge.job.ts';
export { bindTaskPush, tellTaskChanged } from './task.push.ts';
export { bindTasks, type TasksParts } from './tasks.routes.ts';
