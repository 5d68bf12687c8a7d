export { ACT_KIND, actWork } from './acts.batch.ts';
export { bindCallActs } from './call-acts.routes.ts';
export { RECORDINGS_KIND, recordingsWork, startWaited as startWaitedRecordings } from './recordings.batch.ts';
export { removedCallsJob } from './removed.job.ts';
