import { actFeatures, SUBJECT_PLACES, SUBJECT_ROW, subjects } from '@lianxian/core';
import { dice } from '@lianxian/core/kit';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import { type Featured, learn } from '../learning/learning.ts';
import { keepWeights, misheard, packedRows } from '../learning/written.ts';

/**
 * Learns the weights of `subjectsOf` anew of the packed questions of many trades, and writes them to core:
 * `node packages/workshop/src/subject/learn.ts`
 */

/** A little over two characters each. */
const MOST_WEIGHTS = 300_000;
/** A sentence that a recogniser might have written counts so much of one that was. */
const OF_MISHEARD = 0.5;
/** One in so many is learnt without its syllables: a test talk may bring none. */
const SILENT_STRIDE = 4;

/** One line a question: hand, trade, what it is about there, the subject of all trades that this is (none: of this trade alone), kind, what was said. */
const questions = packedRows('subject/sentences.tsv.gz').map(([, , , subject = '', , said = '']) => ({
  subject,
  said,
}));

const featured = (): readonly Featured[] => {
  const random = dice(1);
  return questions.flatMap(({ subject, said }, n) => {
    const is = Uint8Array.from(subjects, one => Number(one === subject));
    const made = (text: string, syllables: readonly string[], weight: number) => {
      const { ids, scale } = actFeatures(text, syllables, null);
      return { ids: Int32Array.from(ids), scale, is, weight };
    };
    const wrong = misheard(said, random);
    return [
      made(said, n % SILENT_STRIDE === 0 ? [] : syllablesOf(said), 1),
      made(wrong, syllablesOf(wrong), OF_MISHEARD),
    ];
  });
};

const shape = { classes: subjects.length, row: SUBJECT_ROW, places: SUBJECT_PLACES, most: MOST_WEIGHTS };
const about = `Written by packages/workshop/src/subject/learn.ts of ${questions.length} questions`;
const length = await keepWeights('subject/weights.ts', about, learn(featured(), shape));
process.stdout.write(`${questions.length} questions, ${subjects.length} subjects, ${length} characters\n`);
