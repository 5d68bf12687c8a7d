import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { foldCalls } from './fold.store.ts';

export { bindDesk } from './desk.routes.ts';

/** Ended calls by hour, for the figures of whole days. */
export const foldJob = (db: UnscopedDb): Jobs => ({ fold: (_, signal) => foldCalls(db, signal) });
