export { completeLadder, fileLadder } from './ladder.store.ts';
export { ladderView, maskedEvent, repeatsItsAnswer } from './ladder.view.ts';
export type { LadderMessage } from './ladders.ts';
export { createLiveCalls, type LaddersOfCalls, type LiveCalls, type WatchedCall } from './live.ts';
export { hearWatches, hearWords, openWordsPublisher, sendWatch } from './words.ts';
