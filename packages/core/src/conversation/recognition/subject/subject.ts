import { actFeatures } from '../dialogue-act/features.ts';
import { learnt } from '../learnt.ts';
import { BIASES, WEIGHTS } from './weights.ts';

/**
 * What people ask about in any trade (docs/conversation.md#order-of-understanding). A plan has three sentences for a question of
 * its own; that these are about the price is known by them, and so is that another sentence is, which shares no word with them.
 * The order is that of the weights.
 */
export const subjects = [
  ...(['price', 'extra', 'deliveryFee', 'deposit', 'fine', 'installment', 'payment', 'discount', 'refund'] as const),
  ...(['invoice', 'insurance', 'subsidy', 'credit', 'amount', 'contract', 'documents', 'official', 'privacy'] as const),
  ...([
    'proxy',
    'presence',
    'age',
    'child',
    'who',
    'already',
    'howto',
    'online',
    'place',
    'parking',
    'transport',
  ] as const),
  ...(['hours', 'when', 'duration', 'interval', 'deadline', 'reschedule', 'cancel', 'transfer', 'warranty'] as const),
  ...([
    'result',
    'safety',
    'pain',
    'noise',
    'clean',
    'damage',
    'tradein',
    'brand',
    'weather',
    'food',
    'fasting',
  ] as const),
] as const;
export type Subject = (typeof subjects)[number];

/** A row of weights is a power of two long. */
export const SUBJECT_ROW = 64;
export const SUBJECT_PLACES = 1 << 16;

/** So likely (log odds) something is about none of them. */
const NONE = -1;

/** How much of a sentence is about each of them: shares of one, of which some may be about nothing that is known. */
export const subjectsOf = (sentence: string, syllables: readonly string[]): Float32Array => {
  const { ids, scale } = actFeatures(sentence, syllables, null);
  const likely = oddsOfSubjects(ids, scale).map(odds => Math.exp(odds));
  const all = likely.reduce((sum, one) => sum + one, Math.exp(NONE));
  return new Float32Array(likely.map(one => one / all));
};

const oddsOfSubjects = learnt({ biases: BIASES, weights: WEIGHTS, places: SUBJECT_PLACES, row: SUBJECT_ROW });

/** Of shares, which are looked at far more often than they are made. */
export const rootsOf = (shares: Float32Array): Float64Array => new Float64Array(shares).map(Math.sqrt);

/** How much two are about the same: 0 … 1 (Bhattacharyya 1943). Both as roots, the first one a row of many. */
export const sharedSubject = (rows: Float64Array, row: number, other: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < other.length; at++) sum += rows[row * other.length + at]! * other[at]!;
  return sum;
};
