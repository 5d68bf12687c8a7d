import { readWeights, WEIGHT_STEP } from '../weights-text.ts';
import type { AskedKind } from './asked.ts';
import { ACT_PLACES, actFeatures } from './features.ts';
import { BIASES, WEIGHTS } from './weights.ts';

/** What a sentence of the callee does in the talk (docs/conversation.md#what-an-answer-means). The order is that of the weights. */
export const dialogueActs = [
  ...(['yes', 'no', 'refuse', 'busy', 'who', 'source', 'purpose', 'repeat', 'person', 'complaint'] as const),
  ...(['wrong', 'later', 'question', 'answer', 'nothing'] as const),
] as const;
export type Act = (typeof dialogueActs)[number];

/** How surely a sentence does each, as log odds. */
export type Odds = Readonly<Record<Act, number>>;

/** A row of weights is a power of two long. */
export const ACT_ROW = 16;

export const actOdds = (sentence: string, syllables: readonly string[], asked: AskedKind | null): Odds => {
  learnt ??= readWeights(WEIGHTS, ACT_PLACES * ACT_ROW);
  const { ids, scale } = actFeatures(sentence, syllables, asked);
  const sums = new Int32Array(dialogueActs.length);
  for (const id of ids) for (let act = 0; act < dialogueActs.length; act++) sums[act]! += learnt[id * ACT_ROW + act]!;
  return Object.fromEntries(
    dialogueActs.map((act, at) => [act, (BIASES[at]! + sums[at]! * WEIGHT_STEP) * scale]),
  ) as Record<Act, number>;
};

let learnt: Int8Array | undefined;
