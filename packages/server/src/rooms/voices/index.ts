import type { OpenMerchantDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import type { Front } from '../../platform/http/index.ts';
import { bindLibrary } from './library.routes.ts';
import { type ListenParts, openListening } from './listen.ts';
import { bindPieces } from './pieces.routes.ts';
import { bindPlanVoices } from './plan-voice.routes.ts';
import { bindSentences } from './sentences.routes.ts';
import { openSounds } from './sounds.ts';

export { recordingMs, takeRecordings, voiceRestored } from './changes.ts';
export { type SentenceSpeaker, soundAddress, withStandIn } from './listen.ts';
export {
  baseWords,
  exportVoices,
  importVoices,
  partsOfPlan,
  type ReadVoice,
  readVoices,
  recordedFor,
  voiceGaps,
  withBaseWords,
} from './of-plan.ts';
export { synthesisedOf } from './sentences.policy.ts';
export { openSounds, type Sounds } from './sounds.ts';
export {
  dropSound,
  findVoice,
  hashesOfTexts,
  hashOf,
  keepSounds,
  recordingByName,
  recordingToCopy,
} from './voices.store.ts';
export { durationOf } from './voices.view.ts';

interface VoicesParts extends ListenParts {
  readonly files: FileStore;
  readonly merchantDb: OpenMerchantDb;
}

/** The voice library, sentences of plans and their recordings, and how they sound. */
export const bindVoices = (front: Front, { files, merchantDb, ...parts }: VoicesParts): void => {
  const listening = openListening(front, merchantDb, parts);
  bindLibrary(front, files, openSounds(), listening);
  bindSentences(front, listening);
  bindPieces(front, listening);
  bindPlanVoices(front, listening);
};
