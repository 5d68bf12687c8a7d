export { completeLadder, fileLadder } from './ladder.store.ts';
export { ladderView, maskedEvent, repeatsItsAnswer } from './ladder.view.ts';
export type { LadderMessage } from './ladders.ts';
export { createLiveCalls, type LaddersOfCalls, type LiveCalls, type WatchedCall } from './live.ts';
export { wordFor } from './live.view.ts';
export { openWatches } from './watches.ts';
export { hearWatches, hearWords, openWordsPublisher } from './words.ts';
