import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { foldNodes } from './heat.store.ts';

export { shownText } from './alike.policy.ts';
export { bindLearning } from './learning.routes.ts';
export { fileMissed } from './missed.store.ts';

/** Counts of nodes by hour, folded. */
export const foldNodesJob = (db: UnscopedDb): Jobs => ({ foldNodes: (_, signal) => foldNodes(db, signal) });
