export { bindCalls, type CallsParts } from './calls.routes.ts';
export { type Dialler, openDialler } from './dialler.ts';
export { beat, type ClaimedCall, latestPlans, livingNodes } from './dialler.store.ts';
export { createFiling } from './filing.ts';
export { openJournal } from './journal.ts';
export { createLiveCalls } from './live.ts';
export { bindLivePush, CALLS_TOPIC, hearWatches, openWordsPublisher } from './live-push.ts';
export { type Peaks, peaksJob } from './peaks.job.ts';
export { createRecovery, type Left } from './recovery.ts';
