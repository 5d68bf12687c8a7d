export { completeLadder, fileLadder } from './ladder.store.ts';
export { ladderView, maskedEvent, repeatsItsAnswer } from './ladder.view.ts';
export type { LadderMessage } from './ladders.ts';
export { createLiveCalls, type LiveCalls } from './live.ts';
export { liveFactOf } from './live.view.ts';
export { hearWatches, hearWords, openWordsPublisher, sendWatch } from './words.ts';
