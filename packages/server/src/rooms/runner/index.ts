export { createTaskNews, tellTask } from './news.ts';
export { openRunner, type Runner, TASKS_CHANNEL, tasksOf } from './runner.ts';
