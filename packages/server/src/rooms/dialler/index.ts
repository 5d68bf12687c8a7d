export { beat, type ClaimedCall, isNodeStopping, LEASE_IS_OVER, livingNodes, OWNER_IS_DEAD } from './dialler.store.ts';
export {
  DIALLER_CHANNEL,
  type Dialler,
  type DrainTold,
  defectLimitMs,
  openDialler,
  SETTLE_MS,
  type Way,
} from './dialler.ts';
export { openDialogNotes } from './dialog-notes.ts';
export { type Ending, type FiledCall, PEAKS_JOB, type Replaced, savePeaks, type WithinFiling } from './filing.store.ts';
export { createFiling } from './filing.ts';
export { openJournal } from './journal.ts';
export type { LiveCall } from './live-call.ts';
export type { LiveTalk } from './mailboxes.ts';
export { type CallsNode, openNode, voicePlansAhead } from './node.ts';
export { createRecovery, type RecoveryOptions } from './recovery.ts';
export { lifeOfThis } from './twin.ts';
