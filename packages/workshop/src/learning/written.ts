import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { commonCharacters, writeWeights } from '@lianxian/core';
import type { Dice } from '@lianxian/core/kit';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';

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
export const misheard = (said: string, random: Dice): string => {
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

/** Writes what was learnt to its file in core; answers how long its text is. */
export const keepWeights = async (
  file: string,
  about: string,
  { weights, biases }: { readonly weights: ReadonlyMap<number, number>; readonly biases: readonly number[] },
): Promise<number> => {
  const text = writeWeights(weights);
  const thousandths = biases.map(bias => Math.round(bias * 1_000)).join(' ');
  const line = thousandths.length > LONG_LINE ? '\n  ' : ' ';
  await writeFile(
    new URL(`../../../core/src/conversation/recognition/${file}`, import.meta.url),
    `// ${about}; not by hand.

/** In thousandths, in the order of the classes. */
export const BIASES =${line}'${thousandths}';
export const WEIGHTS =
  '${text}';
`,
  );
  return text.length;
};
