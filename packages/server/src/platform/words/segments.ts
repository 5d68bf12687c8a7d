import { Jieba } from '@node-rs/jieba';
import { dict } from '@node-rs/jieba/dict.js';

let jieba: Jieba | null = null;

/** The words of a text in their order, as jieba cuts them; the dictionary (some 5 MB) is read with the first text. */
export const wordsOf = (text: string): readonly string[] => {
  jieba ??= Jieba.withDict(dict);
  return jieba.cut(text, true);
};
