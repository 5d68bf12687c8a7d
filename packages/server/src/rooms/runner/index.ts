export { createTaskNews, type TaskNews } from './news.ts';
export { openRunner, type Runner, type RunnerParts, TASKS_CHANNEL, tasksOf } from './runner.ts';
export { noteTaskEvent } from './task.store.ts';
