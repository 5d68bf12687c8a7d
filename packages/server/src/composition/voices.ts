/** How sentences sound where people listen to them in the browser: as on a call, by the same prompts. */

import type { SpeechFault } from '@lianxian/contract';
import type { Sentence } from '@lianxian/core';
import { placeIn } from '../platform/data-places.ts';
import type { UnscopedDb } from '../platform/db/index.ts';
import { recordingByName, type SentenceSpeaker, withStandIn } from '../rooms/voices/index.ts';
import { builtInVoice } from '../speech/built-in.ts';
import { faultOf } from '../speech/http-failure.ts';
import type { Synthesiser, UsualVoice } from '../speech/ports/synthesiser.ts';
import { openPrompts, PromptNotMade } from '../speech/prompts.ts';
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
  readonly speech: Pick<MerchantSpeech, 'speakerOf' | 'triedSpeaker'>;
}

const noVoice: UsualVoice = {
  voice: 'none',
  at: () => noVoice,
  speak: () => Promise.reject(new Error('this process has no voice')),
  close: () => Promise.resolve(),
};

/** The voice program starts with the first sentence somebody listens to. */
export const openSpeaker = ({ dataDir, db, voiceCommand, speech }: SpeakerParts): OpenSpeaker => {
  const usual = voiceCommand === null ? noVoice : builtInVoice({ command: voiceCommand, programs: 1 });
  let prompts: ReturnType<typeof openPrompts> | null = null;
  const opened = () => {
    prompts ??= openPrompts(placeIn(dataDir, 'prompts'), usual, name => recordingByName(db, name));
    return prompts;
  };
  const speak = async (sentence: Sentence, voice: Synthesiser) => sentenceSound(await opened(), sentence, voice);
  return {
    speak: withStandIn({
      speakerOf: async ({ merchantId, voice }) => {
        const { own, speed } = await speech.speakerOf(merchantId, voice);
        return { own, usual: usual.at(speed) };
      },
      speak,
    }),
    tryOut: async (sentence, { merchantId, voice }) => {
      try {
        const { own, speed } = await speech.triedSpeaker(merchantId, voice);
        return { sound: await speak(sentence, own ?? usual.at(speed)), fault: null };
      } catch (error) {
        // What a voice failed with is what its prompt was not made for; without that it was too slow.
        return { sound: null, fault: error instanceof PromptNotMade ? faultOfPrompt(error) : faultOf(error) };
      }
    },
    close: usual.close,
  };
};

const faultOfPrompt = ({ cause }: PromptNotMade): SpeechFault => (cause === undefined ? 'timeout' : faultOf(cause));
