export { findStage, wantHangUp } from './detail.store.ts';
export { EXPORT_CALLS, exportWork } from './export.batch.ts';
export { bindLivePush, CALLS_TOPIC, tellFiled } from './live-push.ts';
export { peaksJob } from './peaks.job.ts';
export { countPeople, peopleOf } from './people.store.ts';
export { bindRecords, wantedBy } from './records.routes.ts';
