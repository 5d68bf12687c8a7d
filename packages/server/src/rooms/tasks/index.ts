export { areWanted } from './callees.store.ts';
export { askForetold, FORETELL_JOB } from './foretell.store.ts';
export { taskPurgeJob } from './purge.job.ts';
export { copyTask, copyWithin } from './save.ts';
export { bindTaskPush, tellTaskChanged } from './task.push.ts';
export { nameApart } from './tasks.policy.ts';
export { bindTasks } from './tasks.routes.ts';
export {
  countedTasks,
  dialled,
  lockTask,
  namesLike,
  noteAction,
  noteActions,
  type PortOfTask,
  portsOfTask,
  portsOfTasks,
  taskExists,
} from './tasks.store.ts';
export { countsView, standingView } from './tasks.view.ts';
