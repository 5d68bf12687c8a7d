/** How sentences sound where people listen to them in the browser: as on a call, by the same prompts. */

import { placeIn } from '../platform/data-places.ts';
import type { UnscopedDb } from '../platform/db/index.ts';
import { recordingByName, type SentenceSpeaker, withStandIn } from '../rooms/voices/index.ts';
import { builtInVoice } from '../speech/built-in.ts';
import type { Synthesiser } from '../speech/ports/synthesiser.ts';
import { openPrompts } from '../speech/prompts.ts';
import { sentenceSound } from '../speech/sentence-sound.ts';
import type { MerchantSpeech } from './speech.ts';

export interface OpenSpeaker extends SentenceSpeaker {
  readonly close: () => Promise<void>;
}

interface SpeakerParts {
  readonly dataDir: string;
  readonly db: UnscopedDb;
  /** Command line of the built-in voice; null: this process has none, and only recordings sound. */
  readonly voiceCommand: readonly string[] | null;
  readonly speech: Pick<MerchantSpeech, 'synthesiserOf'>;
}

/** The voice program starts with the first sentence somebody listens to. */
export const openSpeaker = ({ dataDir, db, voiceCommand, speech }: SpeakerParts): OpenSpeaker => {
  const usual =
    voiceCommand === null
      ? {
          voice: 'none',
          speak: () => Promise.reject(new Error('this process has no voice')),
          close: () => Promise.resolve(),
        }
      : builtInVoice({ command: voiceCommand, programs: 1 });
  let prompts: ReturnType<typeof openPrompts> | null = null;
  const opened = () => {
    prompts ??= openPrompts(placeIn(dataDir, 'prompts'), usual, name => recordingByName(db, name));
    return prompts;
  };
  return {
    speak: withStandIn({
      chosenBy: speech.synthesiserOf,
      speak: async (sentence, voice?: Synthesiser) => sentenceSound(await opened(), sentence, voice),
    }),
    close: usual.close,
  };
};
