export { findStage, MOST_NOTES, wantHangUp, wantHangUps } from './detail.store.ts';
export { type CallsFilter, cursor, filtered, filterFor, newestFirst, withTalk } from './filter.store.ts';
export { indexSaidJob } from './index-said.job.ts';
export { bindLivePush, CALLS_TOPIC, tellFiled } from './live-push.ts';
export { peaksJob } from './peaks.job.ts';
export { countPeople, peopleOf } from './people.store.ts';
export { bindRecords, mayFilter, seesPhones, wantedBy } from './records.routes.ts';
