import { isNegative, punctuation, tidy } from '../text.ts';
import { conceptsIn } from './concepts.ts';

const everyPunctuation = new RegExp(punctuation.source, 'g');
/** How sentences begin and end whatever they say. */
const opener =
  /^(?:麻烦问一下|请问一下|我想问一下|我想请问|我想问问|想问一下|我问一下|问一下|我想知道|我想问|请问|我跟你说|你听我说|我说|你好|您好|那个|那你|那么|那|就是说|就是|其实|然后|另外|还有|对了|话说|嗯|恩|哦|噢|啊|哎|诶|唉|呃|额|喂)+/;
const closer = /(?:的话|啊|呀|呢|吧|哦|噢|嘛|哈|啦|喔|咯|呗|哎|诶|额|呃)+$/;
/** What is left without them must be more than a character: 「那个」 and 「你好啊」 stay what they are. */
const SHORTEST = 2;
/** Longer sentences are looked at so far (characters): further on they say nothing new. */
const MOST_CHARS = 60;

/** What tells sentences apart: characters, concepts, neighbours of both with begin and end, and whether it negates. */
export const featuresOf = (sentence: string): readonly string[] => {
  const text = bare(tidy(sentence).replace(everyPunctuation, '').slice(0, MOST_CHARS));
  if (text === '') return [];
  const features = new Set<string>();
  addNeighbours(features, '', [...text]);
  addNeighbours(features, '#', conceptsIn(text));
  if (isNegative(text)) features.add('!');
  return [...features];
};

const bare = (text: string): string =>
  [opener, closer].reduce((left, filler) => {
    const without = left.replace(filler, '');
    return without.length < SHORTEST ? left : without;
  }, text);

const addNeighbours = (features: Set<string>, kind: string, pieces: readonly string[]): void => {
  let before = '^';
  for (const piece of pieces) {
    features.add(kind + piece);
    features.add(`${kind}${before}|${piece}`);
    before = piece;
  }
  features.add(`${kind}${before}|$`);
};
