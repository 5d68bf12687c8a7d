import type { Restored } from '../removals/index.ts';
import { haveRoom } from './limits.ts';

/** A group that is back counts as one, and its words as well. */
export const keywordsRestored: Restored = {
  after: async ({ own }) => {
    await haveRoom(own);
    return undefined;
  },
};
