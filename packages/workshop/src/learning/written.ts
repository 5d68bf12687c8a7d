import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type Asked, actFeatures, commonCharacters, writeWeights } from '@lianxian/core';
import { type Dice, dice } from '@lianxian/core/kit';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import type { Featured } from './learning.ts';

/** Lines of a packed file of this package, each in its columns. */
export const packedRows = (file: string): readonly (readonly string[])[] =>
  gunzipSync(readFileSync(new URL(`../../${file}`, import.meta.url)))
    .toString()
    .trimEnd()
    .split('\n')
    .map(line => line.split('\t'));

const bySound: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  commonCharacters,
  char => syllablesOf(char)[0] ?? '',
);

/** As a recogniser writes it now and then: a character or two that sound the same, one lost, one twice. */
const misheard = (said: string, random: Dice): string => {
  const chars = [...said];
  const syllables = syllablesOf(said);
  for (let n = chars.length > 5 ? random.between(1, 2) : 1; n > 0; n--) {
    const at = random.between(0, chars.length - 1);
    const alike = bySound.get(syllables[at] ?? '') ?? [];
    const what = random.between(0, 9);
    if (what < 7 && alike.length > 1) chars[at] = random.pick(alike);
    else if (what === 8 && chars.length > 4) chars[at] = '';
    else if (what === 9) chars[at] = `${chars[at]}${chars[at]}`;
  }
  return chars.join('');
};

/** As the formatter has it. */
const LONG_LINE = 95;

/** Writes what was learnt to its file in core, whose other constants come before it. */
export const keepText = (file: string, about: string, text: string, constants = ''): Promise<void> =>
  writeFile(
    new URL(`../../../core/src/conversation/recognition/${file}`, import.meta.url),
    `// ${about}; not by hand.\n\n${constants}export const WEIGHTS =\n  '${text}';\n`,
  );

/** The same of weights of classes; answers how long its text is. */
export const keepWeights = async (
  file: string,
  about: string,
  { weights, biases }: { readonly weights: ReadonlyMap<number, number>; readonly biases: readonly number[] },
): Promise<number> => {
  const text = writeWeights(weights);
  const thousandths = biases.map(bias => Math.round(bias * 1_000)).join(' ');
  const line = thousandths.length > LONG_LINE ? '\n  ' : ' ';
  const constants = `/** In thousandths, in the order of the classes. */\nexport const BIASES =${line}'${thousandths}';\n`;
  await keepText(file, about, text, constants);
  return text.length;
};

/** A sentence that a recogniser might have written counts so much of one that was. */
const OF_MISHEARD = 0.5;
/** One in so many is learnt without its syllables: a test talk may bring none. */
const SILENT_STRIDE = 4;

/** A sentence to be learnt, after what was asked, of these classes. */
interface Taught {
  readonly said: string;
  readonly asked: Asked | null;
  readonly is: Uint8Array;
  /** How much it counts. */
  readonly weight: number;
}

/** What a sentence has as it was written, the nth of all, and as it may be misheard. */
export const heardTwoWays = (said: string, n: number): readonly [written: Int32Array, misheard: Int32Array] => {
  const wrong = misheard(said, dice(n));
  const placesOf = (text: string) => Int32Array.from(actFeatures(text, syllablesOf(text), null).ids);
  return [placesOf(said), placesOf(wrong)];
};

/** Each sentence as it was written, and as it may be misheard. */
export const featured = (all: readonly Taught[]): readonly Featured[] => {
  const random = dice(1);
  return all.flatMap(({ said, asked, is, weight }, n) => {
    const made = (text: string, syllables: readonly string[], share: number): Featured => {
      const { ids, scale } = actFeatures(text, syllables, asked);
      return { ids: Int32Array.from(ids), scale, is, weight: share * weight };
    };
    const wrong = misheard(said, random);
    return [
      made(said, n % SILENT_STRIDE === 0 ? [] : syllablesOf(said), 1),
      made(wrong, syllablesOf(wrong), OF_MISHEARD),
    ];
  });
};
