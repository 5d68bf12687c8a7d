import { SUBJECT_PLACES, SUBJECT_ROW, subjects } from '@lianxian/core';
import { learn } from '../learning/learning.ts';
import { featured, keepWeights, packedRows } from '../learning/written.ts';

/**
 * Learns the weights of `subjectsOf` anew of the packed questions of many trades, and writes them to core:
 * `node packages/workshop/src/subject/learn.ts`
 */

/** A little over two characters each. */
const MOST_WEIGHTS = 300_000;
/** One line a question: hand, trade, what it is about there, the subject of all trades that this is (none: of this trade alone), kind, what was said. */
const questions = packedRows('subject/sentences.tsv.gz').map(([, , , subject = '', , said = '']) => ({
  said,
  asked: null,
  is: Uint8Array.from(subjects, one => Number(one === subject)),
  weight: 1,
}));

const shape = { classes: subjects.length, row: SUBJECT_ROW, places: SUBJECT_PLACES, most: MOST_WEIGHTS };
const about = `Written by packages/workshop/src/subject/learn.ts of ${questions.length} questions`;
const length = await keepWeights('subject/weights.ts', about, learn(featured(questions), shape));
process.stdout.write(`${questions.length} questions, ${subjects.length} subjects, ${length} characters\n`);
