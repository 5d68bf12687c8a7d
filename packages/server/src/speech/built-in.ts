import { availableParallelism } from 'node:os';
import type { SentenceSegment } from '@lianxian/core';
import { startVoice } from '@lianxian/telephony';
import { spokenDigitByDigit } from './digits.ts';
import type { Synthesiser, UsualVoice } from './ports/synthesiser.ts';

interface BuiltInVoiceOptions {
  /** Command line of the program. */
  readonly command: readonly string[];
  /** Side by side; by default as many as there are processors to speak with. */
  readonly programs?: number;
}

/** Beside them the sound of live calls goes out: programs that speak go behind it, and more than these would only wait. */
const MOST_PROGRAMS = 8;
const usualPrograms = (): number => Math.min(MOST_PROGRAMS, Math.max(2, availableParallelism() - 1));

/** How the robot sounds: unhurried, as a telephone line needs it. */
const manner = { speaker: 0, pitch: 1 } as const;
const NAME = 'built-in 3';

/** The voice that comes with the house: a small program of its own, spoken to over stdio; it needs no set-up. */
export const builtInVoice = ({ command, programs = usualPrograms() }: BuiltInVoiceOptions): UsualVoice => {
  // What it says is kept by who asks (`prompts.ts`), and only there.
  const voice = startVoice({ command: [...command], programs });
  const at = (speed: number): Synthesiser => {
    const say = ({ text, spoken }: SentenceSegment, dueMs?: number): Promise<Uint8Array> =>
      voice.speak(spoken === 'digits' ? spokenDigitByDigit(text) : text, { ...manner, speed }, dueMs);
    return {
      voice: speed === 1 ? NAME : `${NAME} ${speed}`,
      speak: say,
      // The same sentence twice is one, due when the first of both is.
      hurry: segment => void say(segment).catch(() => undefined),
      close: async () => undefined,
    };
  };
  return { ...at(1), at, close: () => voice.close() };
};
