import { ACT_PLACES, actFeatures } from '../dialogue-act/features.ts';
import { readVectors } from '../weights-text.ts';
import { WEIGHTS } from './weights.ts';

/**
 * What a question is about, in any trade (docs/conversation.md#order-of-understanding): a direction, learnt so that questions which
 * one item of a plan answers point the same way, whatever their words, and those of its other items another.
 */
export const SUBJECT_DIMENSIONS = 32;

/** Of length 1; of nothing that is known all zero. */
export type Subject = Float32Array;

export const subjectOf = (sentence: string, syllables: readonly string[]): Subject => {
  learnt ??= readVectors(WEIGHTS, SUBJECT_DIMENSIONS, ACT_PLACES);
  const subject = new Float32Array(SUBJECT_DIMENSIONS);
  const { rows, steps } = learnt;
  for (const id of actFeatures(sentence, syllables, null).ids) {
    const row = rows[id]!;
    if (row === 0) continue;
    const start = (row - 1) * SUBJECT_DIMENSIONS;
    for (let at = 0; at < SUBJECT_DIMENSIONS; at++) subject[at]! += steps[start + at]!;
  }
  return unit(subject);
};

let learnt: ReturnType<typeof readVectors> | undefined;

/** How much two are about the same: the cosine, 1 … −1. */
export const sharedSubject = (one: Subject, other: Subject): number => {
  let sum = 0;
  for (let at = 0; at < SUBJECT_DIMENSIONS; at++) sum += one[at]! * other[at]!;
  return sum;
};

/** What sentences are about together. */
export const meanSubject = (sentences: readonly string[]): Subject => {
  const sum = new Float32Array(SUBJECT_DIMENSIONS);
  for (const sentence of sentences) for (const [at, one] of subjectOf(sentence, []).entries()) sum[at]! += one;
  return unit(sum);
};

const unit = (vector: Float32Array): Subject => {
  const length = Math.sqrt(sharedSubject(vector, vector));
  return length === 0 ? vector : vector.map(one => one / length);
};
