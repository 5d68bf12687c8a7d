import { ACT_PLACES, ACT_ROW, type Asked, actFeatures, dialogueActs } from '@lianxian/core';
import { dice } from '@lianxian/core/kit';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import { type Featured, learn } from '../learning/learning.ts';
import { keepWeights, misheard } from '../learning/written.ts';
import { listedSentences, type Said, writtenSentences } from './examples.ts';

/**
 * Learns the weights of `actOdds` anew of the packed sentences and of the list of common meanings, and writes them to core:
 * `node packages/workshop/src/dialogue-act/learn.ts`
 */

/** A little over two characters each. */
const MOST_WEIGHTS = 450_000;
/** A sentence that a recogniser might have written counts so much of one that was. */
const OF_MISHEARD = 0.5;
/** One in so many is learnt without its syllables: a test talk may bring none. */
const SILENT_STRIDE = 4;
/** Every kind of question may go before it, at most so much. */
const OF_LISTED = 0.5;

const featured = (all: readonly Said[]): readonly Featured[] => {
  const random = dice(1);
  return all.flatMap(({ hand, said, asked, does }, n) => {
    const is = Uint8Array.from(dialogueActs, act => Number(does.includes(act)));
    const base = hand === 'list' ? OF_LISTED : 1;
    const made = (text: string, syllables: readonly string[], question: Asked | null, weight: number) => {
      const { ids, scale } = actFeatures(text, syllables, question);
      return { ids: Int32Array.from(ids), scale, is, weight: weight * base };
    };
    const wrong = misheard(said, random);
    return [
      made(said, n % SILENT_STRIDE === 0 ? [] : syllablesOf(said), asked, 1),
      made(wrong, syllablesOf(wrong), asked, OF_MISHEARD),
    ];
  });
};

const all = [...writtenSentences(), ...listedSentences()];
const shape = { classes: dialogueActs.length, row: ACT_ROW, places: ACT_PLACES, most: MOST_WEIGHTS };
const about = `Written by packages/workshop/src/dialogue-act/learn.ts of ${all.length} sentences`;
const length = await keepWeights('dialogue-act/weights.ts', about, learn(featured(all), shape));
process.stdout.write(`${all.length} sentences, ${dialogueActs.length} acts, ${length} characters\n`);
