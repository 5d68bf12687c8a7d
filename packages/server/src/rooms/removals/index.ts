import { removalEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front } from '../../platform/http/index.ts';
import { type RestoredByKind, undoRemoval } from './undo.ts';

export { forgetRemovals, type Goes, keepRemoved, sweepRemovals } from './removals.store.ts';
export type { Restored } from './undo.ts';

/** What was removed is kept for a day, and taken back. */
export const bindRemovals = (
  front: Front,
  { unscopedDb, restored }: { readonly unscopedDb: UnscopedDb; readonly restored: RestoredByKind },
): void => {
  bind(front, removalEndpoints.undo, async ({ id }, context) => {
    await undoRemoval(unscopedDb, restored, id, context);
    return {};
  });
};
