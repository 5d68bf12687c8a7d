export { breakTasks } from './failures.ts';
