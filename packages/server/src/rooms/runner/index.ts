export { localMinute } from './local-minute.ts';
export { createTaskNews, type TaskNews } from './news.ts';
export { openRunner, type Runner, type RunnerParts, TASKS_CHANNEL, tasksOf } from './runner.ts';
export { dropLeg } from './second-leg.store.ts';
export { takeSecondLeg } from './second-leg.ts';
export { settleAttempt, settlings } from './settle.ts';
export { noteTaskEvent } from './task.store.ts';
