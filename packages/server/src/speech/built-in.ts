import { startVoice } from '@lianxian/telephony';
import type { Synthesiser } from '../media-worker/synthesiser.ts';
import { spokenDigitByDigit } from './digits.ts';

export interface BuiltInVoiceOptions {
  /** Command line of the program. */
  readonly command: readonly string[];
  readonly cacheDir: string;
}

/** How the robot sounds: unhurried, as a telephone line needs it. */
const manner = { speaker: 0, speed: 1, pitch: 1 } as const;

/** The voice that comes with the house: a small program of its own, spoken to over stdio; it needs no set-up. */
export const builtInVoice = ({ command, cacheDir }: BuiltInVoiceOptions): Synthesiser => {
  const voice = startVoice({ command: [...command], cacheDir });
  return {
    voice: 'built-in 2',
    speak: ({ text, spoken }) => voice.speak(spoken === 'digits' ? spokenDigitByDigit(text) : text, manner),
    close: () => voice.close(),
  };
};
