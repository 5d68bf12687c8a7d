import { SUBJECT_DIMENSIONS, writeVectors } from '@lianxian/core';
import { learnNearness, type Sentence } from '../learning/nearness.ts';
import { heardTwoWays, keepText } from '../learning/written.ts';
import { writtenQuestions } from './questions.ts';

/**
 * Learns the vectors of `subjectOf` anew of the packed questions of many trades, and writes them to core:
 * `node packages/workshop/src/subject/learn.ts`
 */

/** A little over `SUBJECT_DIMENSIONS` characters each. */
const MOST_PLACES = 27_000;

const rows = writtenQuestions();
const trades = new Map<string, Map<string, Sentence[]>>();
for (const [n, { trade, about, said }] of rows.entries()) {
  const questions = trades.get(trade) ?? new Map<string, Sentence[]>();
  trades.set(trade, questions.set(about, [...(questions.get(about) ?? []), heardTwoWays(said, n)]));
}

const vectors = learnNearness(
  [...trades.values()].map(questions => [...questions.values()]),
  { dimensions: SUBJECT_DIMENSIONS, most: MOST_PLACES },
);
const text = writeVectors(vectors);
await keepText(
  'subject/weights.ts',
  `Written by packages/workshop/src/subject/learn.ts of ${rows.length} questions and answers`,
  text,
);
process.stdout.write(`${rows.length} questions and answers of ${trades.size} trades, ${text.length} characters\n`);
