import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { WEIGHT_STEP, WISH_PLACES, wishFeatures, writeWeights } from '@lianxian/core';
import { type Dice, dice } from '@lianxian/core/kit';
import { callWishSets, readHeldOut } from '../held-out.ts';

/**
 * Learns the weights of `wantsNoCalls` anew of the packed sentences and writes them to core: logistic regression by
 * stochastic gradient descent, each weight with a step of its own (AdaGrad), the mean of the later rounds taken; then once
 * more over the features that said most. Nothing of it is chance: the same sentences give the same weights.
 * `node packages/workshop/src/call-wish/learn.ts`
 */
interface Example {
  readonly ids: readonly number[];
  readonly scale: number;
  readonly is: 0 | 1;
}
interface Learnt {
  /** By the place of the feature. */
  readonly weights: ReadonlyMap<number, number>;
  readonly bias: number;
}

const sentencesUrl = new URL('../../call-wish/sentences.tsv.gz', import.meta.url);
const weightsUrl = new URL('../../../core/src/conversation/recognition/call-wish/weights.ts', import.meta.url);

const ROUNDS = 20;
const STEP = 0.5;
const SHRINK = 1e-5;
/** What no second sentence has says nothing. */
const FEWEST = 2;
/** So many features are kept: those whose weight and number together say most. */
const MOST_FEATURES = 160_000;

const bare = (said: string): string => said.replace(/[^\p{L}\p{N}]/gu, '');

/** All sentences but those, letter for letter, that are held out. */
const readExamples = async (): Promise<readonly Example[]> => {
  const kept = new Set(callWishSets.flatMap(name => readHeldOut(name).map(({ said }) => bare(said))));
  const lines = gunzipSync(await readFile(sentencesUrl))
    .toString()
    .trimEnd()
    .split('\n');
  return lines.flatMap((line): Example[] => {
    const [is = '', said = ''] = line.split('\t');
    if (kept.has(bare(said))) return [];
    const { ids, scale } = wishFeatures(said);
    return [{ ids: [...ids], scale, is: is === 'never' ? 1 : 0 }];
  });
};

const shuffle = (all: number[], { between }: Dice): void => {
  for (let at = all.length - 1; at > 0; at--) {
    const other = between(0, at);
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
};

const learn = (examples: readonly Example[], features: ReadonlySet<number>): Learnt => {
  const rowOf = new Map([...features].map((id, row) => [id, row]));
  const bias = rowOf.size;
  const read = examples.map(({ ids, scale, is }) => ({
    rows: [bias, ...ids.flatMap(id => rowOf.get(id) ?? [])],
    scale,
    is,
  }));
  const weights = new Float64Array(bias + 1);
  const slopes = new Float64Array(bias + 1).fill(1e-6);
  const mean = new Float64Array(bias + 1);
  const order = [...read.keys()];
  const random = dice(1);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, random);
    for (const n of order) {
      const { rows, scale, is } = read[n]!;
      let sum = 0;
      for (const row of rows) sum += weights[row]!;
      const off = (1 / (1 + Math.exp(-sum * scale)) - is) * scale;
      for (const row of rows) {
        const slope = off + SHRINK * weights[row]!;
        slopes[row]! += slope * slope;
        weights[row]! -= (STEP * slope) / Math.sqrt(slopes[row]!);
      }
    }
    if (round >= ROUNDS / 2) for (const [row, weight] of weights.entries()) mean[row]! += weight / (ROUNDS / 2);
  }
  return { weights: new Map([...rowOf].map(([id, row]) => [id, mean[row]!])), bias: mean[bias]! };
};

const examples = await readExamples();
const counts = new Uint32Array(WISH_PLACES);
for (const { ids } of examples) for (const id of ids) counts[id]! += 1;
const known = new Set([...counts.keys()].filter(id => counts[id]! >= FEWEST));
const says = (weight: number, id: number): number => Math.abs(weight) * Math.sqrt(counts[id]!);
const telling = [...learn(examples, known).weights]
  .toSorted(([a, one], [b, other]) => says(other, b) - says(one, a))
  .slice(0, MOST_FEATURES)
  .map(([id]) => id);
const { weights, bias } = learn(examples, new Set(telling));
const text = writeWeights(new Map([...weights].map(([id, weight]) => [id, weight / WEIGHT_STEP])));
await writeFile(
  weightsUrl,
  `// Written by packages/workshop/src/call-wish/learn.ts of ${examples.length} sentences; not by hand.

export const BIAS = ${bias.toFixed(3)};
export const WEIGHTS =
  '${text}';
`,
);
process.stdout.write(`${examples.length} sentences, ${telling.length} features, ${text.length} characters\n`);
