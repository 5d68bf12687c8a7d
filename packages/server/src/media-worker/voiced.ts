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
  /** `sounds` is null when nothing of the sentence could be voiced; `isWhole` is false when a part is missing. */
  readonly begin: (sentence: Sentence, at: Instant, done: Voiced) => void;
  /** Calls made the prompt, or could not. */
  readonly made: (hash: string, made: boolean) => void;
  /** Nothing more is wanted. */
  readonly cancel: () => void;
}

/** The sounds belong to the cache and to every call that plays them: nobody changes or copies them. */
export type Voiced = (sounds: readonly Uint8Array[] | null, isWhole: boolean) => void;

export interface VoicingOptions {
  readonly voice: string;
  readonly cache: PromptCache;
  readonly wakeUps: WakeUps;
  readonly ask: (hash: string, segment: SentenceSegment) => void;
}

/** A pause longer than this in the middle of a talk is taken for a dead line. */
export const LATE_PROMPT_LIMIT_MS = 2_500;

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
      if (heard().length === parts.length) return done(heard(), true);
      const own = round;
      const finish = (): void => {
        if (own !== round) return;
        cancel();
        const sound = heard();
        done(sound.length > 0 ? sound : null, sound.length === parts.length);
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
