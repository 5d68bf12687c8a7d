import { ACT_PLACES, ACT_ROW, type AskedKind, actFeatures, dialogueActs, WEIGHT_STEP } from '@lianxian/core';
import type { Dice } from '@lianxian/core/kit';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import { freshDice, misheard, type Said } from './examples.ts';

interface Featured {
  readonly ids: Int32Array;
  readonly scale: number;
  readonly is: Uint8Array;
  /** How much it counts. */
  readonly weight: number;
}
interface Example extends Omit<Featured, 'ids'> {
  /** Of its features that are learnt, and of the bias. */
  readonly rows: Int32Array;
}

/** In steps, by place and act; and one for each act. */
interface Learnt {
  readonly weights: ReadonlyMap<number, number>;
  readonly biases: readonly number[];
}

const ROUNDS = 12;
/** To know which weights say most, fewer do. */
const FIRST_ROUNDS = 6;
const STEP = 0.4;
const SHRINK = 2e-5;
/** What no second sentence has says nothing. */
const FEWEST = 2;
/** A sentence that a recogniser might have written counts so much of one that was. */
const OF_MISHEARD = 0.5;
/** One in so many is learnt without its syllables: a test talk may bring none. */
const SILENT_STRIDE = 4;
/** Every kind of question may go before it, at most so much. */
const OF_LISTED = 0.5;

const doesOf = ({ does }: Said): Uint8Array => Uint8Array.from(dialogueActs, act => Number(does.includes(act)));

const featured = (all: readonly Said[]): readonly Featured[] => {
  const random = freshDice();
  return all.flatMap((one, n) => {
    const is = doesOf(one);
    const base = one.hand === 'list' ? OF_LISTED : 1;
    const made = (said: string, syllables: readonly string[], asked: AskedKind | null, weight: number) => {
      const { ids, scale } = actFeatures(said, syllables, asked);
      return { ids: Int32Array.from(ids), scale, is, weight: weight * base };
    };
    const wrong = misheard(one.said, random);
    return [
      made(one.said, n % SILENT_STRIDE === 0 ? [] : syllablesOf(one.said), one.asked, 1),
      made(wrong, syllablesOf(wrong), one.asked, OF_MISHEARD),
    ];
  });
};

const shuffle = (all: Int32Array, { between }: Dice): void => {
  for (let at = all.length - 1; at > 0; at--) {
    const other = between(0, at);
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
};

/** `most`: so many weights are kept, those that say most. */
export const learn = (all: readonly Said[], most: number): Learnt => {
  const raw = featured(all);
  const counts = new Uint32Array(ACT_PLACES);
  for (const { ids } of raw) for (const id of ids) counts[id]! += 1;
  const rowOf = new Int32Array(ACT_PLACES).fill(-1);
  let rowsMade = 0;
  for (const [id, count] of counts.entries()) if (count >= FEWEST * 2) rowOf[id] = rowsMade++;
  const bias = rowsMade;
  const examples = raw.map(({ ids, ...rest }) => ({
    ...rest,
    rows: Int32Array.from([bias, ...Array.from(ids, id => rowOf[id]!).filter(row => row >= 0)]),
  }));
  const free = descend(examples, bias + 1, null, most === Infinity ? ROUNDS : FIRST_ROUNDS);
  const weights = most === Infinity ? free : descend(examples, bias + 1, sayMost(free, counts, rowOf, most), ROUNDS);
  const steps = new Map<number, number>();
  for (const [id, row] of rowOf.entries())
    if (row >= 0)
      for (let act = 0; act < dialogueActs.length; act++) {
        const weight = weights[row * ACT_ROW + act]!;
        if (weight !== 0) steps.set(id * ACT_ROW + act, weight / WEIGHT_STEP);
      }
  return { weights: steps, biases: Array.from(weights.slice(bias * ACT_ROW, bias * ACT_ROW + dialogueActs.length)) };
};

/** Which weights say most: by how large and how often they are. */
const sayMost = (weights: Float32Array, counts: Uint32Array, rowOf: Int32Array, most: number): Uint8Array => {
  const says = new Float32Array(weights.length);
  for (const [id, row] of rowOf.entries())
    if (row >= 0)
      for (let act = 0; act < dialogueActs.length; act++)
        says[row * ACT_ROW + act] = Math.abs(weights[row * ACT_ROW + act]!) * Math.sqrt(counts[id]!);
  const least = says.toSorted().at(-Math.min(most, says.length))!;
  return Uint8Array.from(says, said => Number(said >= least && said > 0));
};

/** Logistic regression for each act alone: a step of its own a weight (AdaGrad), the mean of the later rounds taken. */
const descend = (examples: readonly Example[], rows: number, kept: Uint8Array | null, rounds: number): Float32Array => {
  const weights = new Float32Array(rows * ACT_ROW);
  const slopes = new Float32Array(rows * ACT_ROW).fill(1e-6);
  const mean = new Float32Array(rows * ACT_ROW);
  const order = Int32Array.from(examples.keys());
  const random = freshDice();
  const sums = new Float64Array(dialogueActs.length);
  const isKept = (at: number): boolean => kept === null || kept[at] === 1 || at >= (rows - 1) * ACT_ROW;
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random);
    for (const n of order) {
      const { rows: own, scale, is, weight } = examples[n]!;
      sums.fill(0);
      for (const row of own)
        for (let act = 0; act < dialogueActs.length; act++) sums[act]! += weights[row * ACT_ROW + act]!;
      for (let act = 0; act < dialogueActs.length; act++) {
        const off = (1 / (1 + Math.exp(-sums[act]! * scale)) - is[act]!) * scale * weight;
        if (Math.abs(off) < 1e-4) continue;
        for (const row of own) {
          const at = row * ACT_ROW + act;
          if (!isKept(at)) continue;
          const slope = off + SHRINK * weights[at]!;
          slopes[at]! += slope * slope;
          weights[at]! -= (STEP * slope) / Math.sqrt(slopes[at]!);
        }
      }
    }
    if (round >= rounds / 2) for (let at = 0; at < mean.length; at++) mean[at]! += weights[at]! / (rounds / 2);
  }
  return mean;
};
