import { after, type Instant, type Sentence, type SentenceSegment } from '@lianxian/core';
import type { PromptCache } from './prompt-cache.ts';
import { promptHash } from './prompt-key.ts';
import type { WakeUps } from './wake-ups.ts';

/**
 * The sound of a sentence: the prompts of its segments, one behind the other. What was made before the call is in the
 * cache; what the callee just said (a collected answer inside a sentence) is asked from calls and waited for, with a
 * limit: a slow voice never hangs a call (product.md §4).
 */
export interface Voicing {
  readonly begin: (sentence: Sentence, at: Instant, done: (audio: Uint8Array | null) => void) => void;
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

  const gather = async (
    segments: readonly SentenceSegment[],
    own: number,
    done: (audio: Uint8Array | null) => void,
  ) => {
    const parts = await Promise.all(segments.map(audioOf));
    if (own !== round) return;
    cancelLimit();
    const heard = parts.filter(part => part !== null);
    done(heard.length === parts.length ? join(heard) : null);
  };

  return {
    begin: ({ segments }, at, done) => {
      cancel();
      const spoken = segments.filter(segment => segment.text.trim() !== '');
      const ready = spoken.map(segment => cache.peek(promptHash(voice, segment)));
      const heard = ready.filter(audio => audio !== undefined);
      if (heard.length === spoken.length) return done(join(heard));
      const own = round;
      cancelLimit = wakeUps.set(after(at, LATE_PROMPT_LIMIT_MS), () => {
        cancel();
        done(null);
      });
      void gather(spoken, own, done);
    },
    made: (hash, made) => {
      waiting.get(hash)?.(made);
      waiting.delete(hash);
    },
    cancel,
  };
};
