import { learnt } from '../learnt.ts';
import { soundsSame } from '../sounds.ts';
import type { Asked } from './asked.ts';
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
export const actOdds = (sentence: string, syllables: readonly string[], asked: Asked | null): Odds => {
  const isSame = lately?.sentence === sentence && lately.asked === asked && soundsSame(lately.syllables, syllables);
  if (!isSame) lately = { sentence, syllables, asked, odds: oddsOf(sentence, syllables, asked) };
  return lately!.odds;
};

let lately:
  | {
      readonly sentence: string;
      readonly syllables: readonly string[];
      readonly asked: Asked | null;
      readonly odds: Odds;
    }
  | undefined;

const oddsOf = (sentence: string, syllables: readonly string[], asked: Asked | null): Odds => {
  const { ids, scale } = actFeatures(sentence, syllables, asked);
  const all = oddsOfActs(ids, scale);
  return Object.fromEntries(dialogueActs.map((act, at) => [act, all[at]!])) as Record<Act, number>;
};

const oddsOfActs = learnt({ biases: BIASES, weights: WEIGHTS, places: ACT_PLACES, row: ACT_ROW });
