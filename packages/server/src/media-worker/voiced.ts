import { after, type Instant, type Sentence, type SentenceSegment } from '@lianxian/core';
import type { PromptCache } from './prompt-cache.ts';
import { promptHash } from './prompt-key.ts';
import type { WakeUps } from './wake-ups.ts';

/**
 * The sound of a sentence: the prompts of its segments, one behind the other. What was made before the call is in the
 * cache; what the callee just said (a collected answer inside a sentence) is asked from calls and waited for, with a
 * limit: a slow voice never hangs a call (product.md §4). What has not come by then is left out of the sentence.
 */
export interface Voicing {
  /** `audio` is null when nothing of the sentence could be voiced; `isWhole` is false when a part is missing. */
  readonly begin: (sentence: Sentence, at: Instant, done: (audio: Uint8Array | null, isWhole: boolean) => void) => void;
  /** Calls made the prompt, or could not. */
  readonly made: (hash: string, made: boolean) => void;
  /** Nothing more is wanted. */
  readonly cancel: () => void;
}

export interface VoicingOptions {
  readonly voice: string;
  readonly cache: PromptCache;
  readonly wakeUps: WakeUps;
  readonly ask: (hash: string, segment: SentenceSegment) => void;
}

/** A pause longer than this in the middle of a talk is taken for a dead line. */
export const LATE_PROMPT_LIMIT_MS = 2_500;

const join = (parts: readonly Uint8Array[]): Uint8Array => {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
};

export const createVoicing = ({ voice, cache, wakeUps, ask }: VoicingOptions): Voicing => {
  let round = 0;
  let waiting = new Map<string, (made: boolean) => void>();
  let cancelLimit: () => void = () => undefined;

  const cancel = (): void => {
    round += 1;
    cancelLimit();
    for (const answer of waiting.values()) answer(false);
    waiting = new Map();
  };

  const audioOf = async (segment: SentenceSegment): Promise<Uint8Array | null> => {
    const hash = promptHash(voice, segment);
    const audio = await cache.get(hash);
    if (audio) return audio;
    const made = await new Promise<boolean>(resolve => {
      waiting.set(hash, resolve);
      ask(hash, segment);
    });
    return made ? cache.get(hash) : null;
  };

  return {
    begin: ({ segments }, at, done) => {
      cancel();
      const spoken = segments.filter(segment => segment.text.trim() !== '');
      const parts = spoken.map(segment => cache.peek(promptHash(voice, segment)) ?? null);
      const heard = () => parts.filter(part => part !== null);
      if (heard().length === parts.length) return done(join(heard()), true);
      const own = round;
      const finish = (): void => {
        if (own !== round) return;
        cancel();
        const sound = heard();
        done(sound.length > 0 ? join(sound) : null, sound.length === parts.length);
      };
      cancelLimit = wakeUps.set(after(at, LATE_PROMPT_LIMIT_MS), finish);
      const gather = async (segment: SentenceSegment, index: number): Promise<void> => {
        const audio = parts[index] ?? (await audioOf(segment));
        if (own === round) parts[index] = audio;
      };
      void Promise.all(spoken.map(gather)).then(finish);
    },
    made: (hash, made) => {
      waiting.get(hash)?.(made);
      waiting.delete(hash);
    },
    cancel,
  };
};
