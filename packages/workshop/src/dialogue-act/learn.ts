import { writeFile } from 'node:fs/promises';
import { dialogueActs, writeWeights } from '@lianxian/core';
import { listedSentences, writtenSentences } from './examples.ts';
import { learn } from './learning.ts';

/**
 * Learns the weights of `actOdds` anew of the packed sentences and of the list of common meanings, and writes them to core.
 * Nothing of it is chance: the same sentences give the same weights. `node packages/workshop/src/dialogue-act/learn.ts`
 */
const weightsUrl = new URL('../../../core/src/conversation/recognition/dialogue-act/weights.ts', import.meta.url);
/** So many weights are kept: a little over two characters each, below 400 kB. */
const MOST_WEIGHTS = 175_000;

const all = [...writtenSentences(), ...listedSentences()];
const { weights, biases } = learn(all, MOST_WEIGHTS);
const text = writeWeights(weights);
await writeFile(
  weightsUrl,
  `// Written by packages/workshop/src/dialogue-act/learn.ts of ${all.length} sentences; not by hand.

/** In thousandths, in the order of \`dialogueActs\`. */
export const BIASES = '${biases.map(bias => Math.round(bias * 1_000)).join(' ')}';
export const WEIGHTS =
  '${text}';
`,
);
process.stdout.write(`${all.length} sentences, ${dialogueActs.length} acts, ${text.length} characters\n`);
