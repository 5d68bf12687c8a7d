import type { Plan, SentenceSegment } from '@lianxian/core';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import { firstPromptsOf, promptsOfPlan } from './plan-prompts.ts';
import type { PlanSpeaker, Synthesiser, UsualVoice } from './ports/synthesiser.ts';
import type { Prompts } from './prompts.ts';

/** A sentence that is not needed at once is waited for so long: a voice that must be started, and others before it, take less. */
export const PROMPTS_LIMIT_MS = 30_000;
/** Inside a talk the callee waits: the worker has its own, shorter limit. */
const LATE_PROMPT_LIMIT_MS = 5_000;
/**
 * Of that a merchant's voice has so much. The usual one begins a little after it, whose program may have to start first, and
 * what it made is taken when the time is over: nobody hears a dead line, and no sentence lacks what the callee just said.
 */
const OWN_LATE_PROMPT_LIMIT_MS = 1_500;
const STAND_IN_AFTER_MS = 300;
/**
 * What is said after the first sentence is due when that has been said: nobody answers sooner, and calls that ring go before
 * calls that are still to be placed when the voice falls behind.
 */
const REST_DUE_MS = 4_000;
/** Of the rest of one call, at once. */
const REST_AT_ONCE = 4;

/** What a switchboard asks of a call's voices. */
interface CallVoices {
  readonly voice: string;
  /** Names the voice that says what the other did not make in time. */
  readonly standIn: string;
  /** Resolves when what is said first is there; goes on with the rest until `isOver`. */
  readonly prepare: (
    call: { readonly plan: Plan; readonly variables: Readonly<Record<string, string>> },
    isOver?: () => boolean,
  ) => Promise<void>;
  readonly make: (segment: SentenceSegment) => Promise<void>;
}

interface Choice {
  /** A service of its merchant; absent: the usual voice alone. */
  readonly own?: Synthesiser;
  /** Absent: the prompts' own. */
  readonly usual?: Synthesiser;
  /** A call waits for its first sentence so long. */
  readonly firstLimitMs?: number;
}

/**
 * Voices of one call. It is dialled with its first sentence ready; the rest is made while it rings and while the first
 * sounds, and what is not ready when it is wanted is asked for again, as what the callee told is. A service that does not
 * speak now is stood in for by the usual voice, for the whole call.
 */
export const callVoices = (
  prompts: Prompts,
  { own, usual, firstLimitMs = PROMPTS_LIMIT_MS }: Choice = {},
): CallVoices => {
  const standIn = usual?.voice ?? prompts.voice;
  let by = own;
  return {
    standIn,
    get voice() {
      return by?.voice ?? standIn;
    },
    prepare: async ({ plan, variables }, isOver = () => false) => {
      const first = firstPromptsOf(plan, variables);
      try {
        await prompts.ensure(first, firstLimitMs, by ?? usual);
      } catch (error) {
        if (by === undefined) throw error;
        by = undefined;
        await prompts.ensure(first, firstLimitMs, usual);
      }
      void makeRest(prompts, promptsOfPlan(plan, variables), by ?? usual, isOver);
    },
    make: async segment => {
      let made: Promise<void> | undefined;
      const byUsual = () => (made ??= prompts.ensure([segment], LATE_PROMPT_LIMIT_MS, usual));
      if (by === undefined) return await byUsual();
      const standIn = setTimeout(() => void byUsual().catch(() => undefined), STAND_IN_AFTER_MS);
      await prompts.ensure([segment], OWN_LATE_PROMPT_LIMIT_MS, by).catch(byUsual);
      clearTimeout(standIn);
    },
  };
};

interface OpenCallVoices extends CallVoices {
  /** Of a call whose plan is spoken otherwise. */
  readonly by: (speaker: PlanSpeaker) => CallVoices;
}

/** The usual voice, and with it as stand-in those of merchants: who may have to stand in has its program running by then. */
export const openCallVoices = (prompts: Prompts, usual: UsualVoice): OpenCallVoices => {
  let isWarm = false;
  const warm = (): void => {
    if (isWarm) return;
    isWarm = true;
    void usual.speak({ text: '嗯', fixed: true, spoken: 'asWritten' }).catch(() => undefined);
  };
  return {
    ...callVoices(prompts),
    by: ({ own, speed }) => {
      if (own !== null) warm();
      return callVoices(prompts, { ...(own && { own }), usual: usual.at(speed) });
    },
  };
};

/** A few at a time until the call is over; what cannot be made now is wanted again by who is to say it. */
const makeRest = async (
  prompts: Prompts,
  segments: readonly SentenceSegment[],
  by: Synthesiser | undefined,
  isOver: () => boolean,
): Promise<void> => {
  const dueAt = performance.now() + REST_DUE_MS;
  const limited = limitConcurrency(REST_AT_ONCE);
  const makeOne = async (segment: SentenceSegment): Promise<void> => {
    if (isOver()) return;
    const dueMs = Math.max(0, dueAt - performance.now());
    await prompts.ensure([segment], PROMPTS_LIMIT_MS, by, dueMs).catch(() => undefined);
  };
  await Promise.all(segments.map(segment => limited(() => makeOne(segment))));
};
