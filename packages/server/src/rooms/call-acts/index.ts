export { ACT_KIND, actWork } from './acts.batch.ts';
export { bindCallActs, changeType } from './call-acts.routes.ts';
export { RECORDINGS_KIND, recordingsWork, startWaited as startWaitedRecordings } from './recordings.batch.ts';
export { removedCallsJob } from './removed.job.ts';
