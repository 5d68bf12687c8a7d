import { keywordLimits } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { countGroups } from './groups.store.ts';
import { countAllWords } from './words.store.ts';

/** Whole groups came, with their words. @throws where the library holds more than it may. */
export const haveRoom = async (db: MerchantDb): Promise<void> => {
  const { groups, words } = keywordLimits;
  if ((await countGroups(db)) > groups) throw refuse('keywordGroupsFull', { limit: groups });
  if ((await countAllWords(db)) > words) throw refuse('keywordsFull', { limit: words });
};
