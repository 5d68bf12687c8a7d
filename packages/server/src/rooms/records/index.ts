export { EXPORT_CALLS, exportWork } from './export.batch.ts';
export { bindLivePush, CALLS_TOPIC, tellFiled } from './live-push.ts';
export { peaksJob } from './peaks.job.ts';
export { bindRecords, wantedBy } from './records.routes.ts';
export { countPeople, findStage, peopleOf, wantHangUp } from './records.store.ts';
