import type { Answered, Ask } from '@lianxian/core';

/**
 * A merchant's language model: the port. It takes a turn of an llm node (its tools are the node's exits) or says which of
 * some meanings a sentence has. What it answers is bounded and clean, or `failed` with a word; it rejects only when it
 * could not be asked at all.
 */
export interface LanguageModel {
  readonly id: string;
  readonly answer: (ask: Extract<Ask, { type: 'llm' } | { type: 'meaning' }>, signal: AbortSignal) => Promise<Answered>;
}
