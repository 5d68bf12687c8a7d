import { keywordLimits } from '@lianxian/contract';
import { refuse } from '../../platform/http/index.ts';
import type { Restored } from '../removals/index.ts';
import { countGroups } from './groups.store.ts';
import { countAllWords } from './words.store.ts';

/** A group that is back counts as one, and its words as well. */
export const keywordsRestored: Restored = {
  after: async ({ own }) => {
    const { groups, words } = keywordLimits;
    if ((await countGroups(own)) > groups) throw refuse('keywordGroupsFull', { limit: groups });
    if ((await countAllWords(own)) > words) throw refuse('keywordsFull', { limit: words });
    return undefined;
  },
};
