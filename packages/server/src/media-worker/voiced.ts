import { after, type Guard, type Instant, type Sentence, type SentenceSegment } from '@lianxian/core';
import { promptHash, promptNames } from '../speech/ports/prompt-key.ts';
import { type Spoken, spokenOf, utterance } from '../speech/ports/utterance.ts';
import type { PromptCache } from './prompt-cache.ts';
import type { WakeUps } from './wake-ups.ts';

/**
 * The sound of a sentence: the prompts of its segments, recorded or synthesised, joined to one utterance. What was made before the call is in the
 * cache; what the callee just said (a collected answer inside a sentence) is asked from calls and waited for, with a
 * limit: a slow voice never hangs a call (docs/speech.md#limits). What has not come by then is left out of the sentence;
 * only one of which there is nothing at all is waited for longer.
 */
interface Voicing {
  /** `sounds` is null when nothing of the sentence could be voiced; `isWhole` is false when a part is missing. */
  readonly begin: (sentence: Sentence, at: Instant, done: Voiced) => void;
  /** Calls made the prompt, or could not. */
  readonly made: (hash: string, made: boolean) => void;
  /** Nothing more is wanted. */
  readonly cancel: () => void;
}

/**
 * The sounds belong to the cache and to every call that plays them: nobody changes them. `isSynthesised`: not all of it
 * was spoken by people.
 */
type Voiced = (sounds: readonly Uint8Array[] | null, isWhole: boolean, isSynthesised: boolean) => void;

/** The sound of a segment, and whether a person spoke it. */
interface Part {
  readonly audio: Uint8Array;
  readonly isRecorded: boolean;
}

const audioIn = (part: Part | null): Uint8Array | null => part?.audio ?? null;

export interface VoicingOptions {
  readonly voice: string;
  /** Speaks what that voice did not make in time; absent: nobody does. */
  readonly standIn?: string;
  readonly cache: PromptCache;
  readonly wakeUps: Pick<WakeUps, 'set'>;
  readonly ask: (hash: string, segment: SentenceSegment) => void;
  /** Of its call. */
  readonly guard: Guard;
}

/** A pause longer than this in the middle of a talk is taken for a dead line. */
const LATE_PROMPT_LIMIT_MS = 2_500;
/**
 * A sentence of which nothing is there by then is waited for on, since a question that comes late is better than none: calls
 * says within five seconds what became of what it was asked for (`call-voices.ts`).
 */
const UNSAID_LIMIT_MS = 6_000;

export const createVoicing = ({ voice, standIn = voice, cache, wakeUps, ask, guard }: VoicingOptions): Voicing => {
  let round = 0;
  let waiting = new Map<string, ((made: boolean) => void)[]>();
  let cancelLimit: () => void = () => undefined;

  const cancel = (): void => {
    round += 1;
    cancelLimit();
    const answers = [...waiting.values()].flat();
    waiting = new Map();
    for (const answer of answers) answer(false);
  };

  /** In memory already. */
  const heldOf = (segment: SentenceSegment): Part | null => {
    const [name, spoken] = promptNames(voice, segment);
    const audio = cache.peek(name);
    return audio === undefined ? null : { audio, isRecorded: spoken !== undefined };
  };

  /** A recording that is gone is spoken by the voice, and what that one did not make by who stands in. */
  const fromDisk = async (segment: SentenceSegment): Promise<Part | null> => {
    for (const name of [...promptNames(voice, segment), promptHash(standIn, segment)]) {
      const audio = await cache.get(name);
      if (audio) return { audio, isRecorded: name === segment.prompt };
    }
    return null;
  };

  const partOf = async (segment: SentenceSegment): Promise<Part | null> => {
    const [name, spoken] = promptNames(voice, segment);
    const audio = await cache.get(name);
    if (audio) return { audio, isRecorded: spoken !== undefined };
    const made = await new Promise<boolean>(resolve => {
      const others = waiting.get(name);
      waiting.set(name, [...(others ?? []), resolve]);
      if (!others) ask(name, segment);
    });
    return made ? fromDisk(segment) : null;
  };

  return {
    begin: ({ segments }, at, done) => {
      cancel();
      const spoken = spokenOf(segments);
      const parts = spoken.map(({ segment }) => heldOf(segment));
      const isWhole = () => parts.every(part => part !== null);
      const isSynthesised = () => parts.some(part => part !== null && !part.isRecorded);
      if (isWhole()) return done(utterance(spoken, parts.map(audioIn)), true, isSynthesised());
      const own = round;
      const finish = (): void => {
        if (own !== round) return;
        cancel();
        const sound = utterance(spoken, parts.map(audioIn));
        done(sound.length > 0 ? sound : null, isWhole(), isSynthesised());
      };
      const late = (): void => {
        if (parts.some(part => part !== null)) finish();
        else cancelLimit = wakeUps.set(after(at, UNSAID_LIMIT_MS), finish);
      };
      cancelLimit = wakeUps.set(after(at, LATE_PROMPT_LIMIT_MS), late);
      const gather = async ({ segment }: Spoken, index: number): Promise<void> => {
        const part = parts[index] ?? (await partOf(segment));
        if (own === round) parts[index] = part;
      };
      guard(() => Promise.all(spoken.map(gather)).then(finish))();
    },
    made: (hash, made) => {
      const answers = waiting.get(hash) ?? [];
      waiting.delete(hash);
      for (const answer of answers) answer(made);
    },
    cancel,
  };
};
