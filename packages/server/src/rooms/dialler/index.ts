export { beat, type ClaimedCall, livingNodes, PEAKS_JOB, savePeaks } from './dialler.store.ts';
export { DIALLER_CHANNEL, type Dialler, openDialler } from './dialler.ts';
export { createFiling } from './filing.ts';
export { openJournal } from './journal.ts';
export { createLiveCalls } from './live.ts';
export { openNode, voicePlansAhead } from './node.ts';
export { createRecovery, type Left, type RecoveryOptions } from './recovery.ts';
export { hearWatches, hearWords, openWordsPublisher, sendWatch } from './words.ts';
