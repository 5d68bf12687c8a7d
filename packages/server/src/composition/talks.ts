/** What test talks are given of the house: the world a call would ask, and the recogniser a call would have. */

import type { FileStore } from '../platform/files.ts';
import type { TalksParts } from '../rooms/talks/index.ts';
import { hearOnce } from '../speech/hear-once.ts';
import type { MerchantSpeech } from './speech.ts';

interface TalksContext {
  readonly files: FileStore;
  readonly speech: MerchantSpeech;
}

export const talksPartsOf = ({ files, speech }: TalksContext): TalksParts => ({
  files,
  world: speech.world,
  hear: async (db, sound) => {
    const settings = await speech.recogniserOf(db.merchantId);
    return settings === null ? null : await hearOnce(speech.recognisers.of(settings), sound);
  },
});
