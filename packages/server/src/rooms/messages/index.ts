export { bindMessages } from './messages.routes.ts';
export { messagePurgeJob } from './purge.job.ts';
