import { readWeights, WEIGHT_STEP } from '../weights-text.ts';
import type { AskedKind } from './asked.ts';
import { ACT_PLACES, actFeatures } from './features.ts';
import { BIASES, WEIGHTS } from './weights.ts';

/** What a sentence of the callee does in the talk (docs/conversation.md#order-of-understanding). The order is that of the weights. */
export const dialogueActs = [
  ...(['yes', 'no', 'refuse', 'busy', 'who', 'source', 'purpose', 'repeat', 'person', 'complaint'] as const),
  ...(['wrong', 'later', 'question', 'answer', 'nothing'] as const),
] as const;
export type Act = (typeof dialogueActs)[number];

/** How surely a sentence does each, as log odds. */
export type Odds = Readonly<Record<Act, number>>;

/** A row of weights is a power of two long. */
export const ACT_ROW = 16;

/** A sentence over a prompt is looked at when it comes, and once more when its turn is taken: that is one look. */
export const actOdds = (sentence: string, syllables: readonly string[], asked: AskedKind | null): Odds => {
  const isSame = lately?.sentence === sentence && lately.asked === asked && isAlike(lately.syllables, syllables);
  if (!isSame) lately = { sentence, syllables, asked, odds: oddsOf(sentence, syllables, asked) };
  return lately!.odds;
};

let lately:
  | {
      readonly sentence: string;
      readonly syllables: readonly string[];
      readonly asked: AskedKind | null;
      readonly odds: Odds;
    }
  | undefined;

const isAlike = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((syllable, at) => syllable === other[at]);

const oddsOf = (sentence: string, syllables: readonly string[], asked: AskedKind | null): Odds => {
  learnt ??= readLearnt();
  const { biases, steps, isKnown } = learnt;
  const { ids, scale } = actFeatures(sentence, syllables, asked);
  const sums = new Int32Array(dialogueActs.length);
  for (const id of ids) {
    if (isKnown[id] === 0) continue;
    const row = id * ACT_ROW;
    for (let act = 0; act < sums.length; act++) sums[act]! += steps[row + act]!;
  }
  const odds = {} as Record<Act, number>;
  for (const [at, act] of dialogueActs.entries()) odds[act] = (biases[at]! + sums[at]! * WEIGHT_STEP) * scale;
  return odds;
};

interface Learnt {
  readonly biases: readonly number[];
  readonly steps: Int8Array;
  /** Has a place any weight? Most of what is said at any time says nothing. */
  readonly isKnown: Uint8Array;
}

let learnt: Learnt | undefined;

const readLearnt = (): Learnt => {
  const steps = readWeights(WEIGHTS, ACT_PLACES * ACT_ROW);
  const isKnown = new Uint8Array(ACT_PLACES);
  for (let at = 0; at < steps.length; at++) if (steps[at] !== 0) isKnown[Math.floor(at / ACT_ROW)] = 1;
  const biases = BIASES.split(' ').map(bias => Number(bias) / 1_000);
  return { biases, steps, isKnown };
};
