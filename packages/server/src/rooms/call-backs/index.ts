export { bindCallBacks, promiseCall } from './call-backs.routes.ts';
export { missedCallsJob } from './missed.job.ts';
