import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './types.ts';

/** Where a fault goes: a file, and its text before and after. */
interface Located {
  readonly file: string;
  readonly sound: string;
  readonly planted: string;
}

/** A declaration at the margin of a file. */
const declared = /^(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) ([\w$]+)/gm;

const filesWithin = (tree: string, within: string): readonly string[] =>
  within.endsWith('.ts')
    ? [within]
    : globSync(`${within}/**/*.ts`, { cwd: tree, exclude: name => name === 'node_modules' }).filter(
        file => !file.endsWith('.test.ts'),
      );

const read = new Map<string, string>();
/** A tree is as it was when it was first read: what is planted is taken out again. */
const textOf = (file: string): string => {
  const text = read.get(file) ?? readFileSync(file, 'utf8');
  read.set(file, text);
  return text;
};

/** From its name to the next declaration; null: the file has none of that name. */
const rangeOf = (text: string, name: string): readonly [from: number, to: number] | null => {
  const all = [...text.matchAll(declared)];
  const at = all.findIndex(([, each]) => each === name);
  return at < 0 ? null : [all[at]!.index, all[at + 1]?.index ?? text.length];
};

/** @throws where the name is not declared once, or the text does not occur once in it: the list is out of date. */
export const locate = (tree: string, { name, within, find, replace }: Fault): Located => {
  const found = filesWithin(tree, within).flatMap(file => {
    const range = rangeOf(textOf(join(tree, file)), name);
    return range ? [{ file, range }] : [];
  });
  const [one, another] = found;
  if (!one || another) throw new Error(`${name} is declared ${found.length} times within ${within}`);
  const sound = textOf(join(tree, one.file));
  const parts = sound.slice(...one.range).split(find);
  if (parts.length !== 2) throw new Error(`${name} in ${one.file} has the text ${parts.length - 1} times: ${find}`);
  const planted = sound.slice(0, one.range[0]) + parts.join(replace) + sound.slice(one.range[1]);
  return { file: one.file, sound, planted };
};
