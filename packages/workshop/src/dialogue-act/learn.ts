import { ACT_PLACES, ACT_ROW, dialogueActs } from '@lianxian/core';
import { learn } from '../learning/learning.ts';
import { featured, keepWeights } from '../learning/written.ts';
import { listedSentences, writtenSentences } from './examples.ts';

/**
 * Learns the weights of `actOdds` anew of the packed sentences and of the list of common meanings, and writes them to core:
 * `node packages/workshop/src/dialogue-act/learn.ts`
 */

/** A little over two characters each. */
const MOST_WEIGHTS = 495_000;
/** Every kind of question may go before it, at most so much. */
const OF_LISTED = 0.5;

const all = [...writtenSentences(), ...listedSentences()].map(({ hand, said, asked, does }) => ({
  said,
  asked,
  is: Uint8Array.from(dialogueActs, act => Number(does.includes(act))),
  weight: hand === 'list' ? OF_LISTED : 1,
}));
const shape = { classes: dialogueActs.length, row: ACT_ROW, places: ACT_PLACES, most: MOST_WEIGHTS };
const about = `Written by packages/workshop/src/dialogue-act/learn.ts of ${all.length} sentences`;
const length = await keepWeights('dialogue-act/weights.ts', about, learn(featured(all), shape));
process.stdout.write(`${all.length} sentences, ${dialogueActs.length} acts, ${length} characters\n`);
