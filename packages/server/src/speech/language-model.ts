import type { Answered, Ask, TalkSoFar } from '@lianxian/core';

/** What an answer took: tokens that were read and written. */
export interface ModelUse {
  readonly asked: number;
  readonly answered: number;
  /** The endpoint did not say: counted by `tokensIn`. */
  readonly estimated: boolean;
}

/**
 * A merchant's language model: the port. It takes a turn of an llm node (its tools are the node's exits) or says which of
 * some meanings a sentence has. What it answers is bounded and clean, or `failed` with a word; it rejects only when it
 * could not be asked at all. `onUse` hears what an answer took, also of one that is not said; one that never came took nothing.
 */
export interface LanguageModel {
  readonly id: string;
  readonly answer: (
    ask: Extract<Ask, { type: 'llm' } | { type: 'meaning' }>,
    signal: AbortSignal,
    onUse?: (use: ModelUse) => void,
  ) => Promise<Answered>;
  /** A talk in a sentence or two, for who takes it over; '': it said nothing of use. */
  readonly summary: (talk: TalkSoFar, signal: AbortSignal, onUse?: (use: ModelUse) => void) => Promise<string>;
}
