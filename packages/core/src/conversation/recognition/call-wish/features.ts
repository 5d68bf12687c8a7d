import { tidy } from '../text.ts';
import { cuesIn } from './cues.ts';

/** What tells sentences apart is known by a hash: so many there are, of which a tenth say something. */
export const WISH_PLACES = 1 << 20;
/** Longer sentences are looked at so far, in characters. */
const MOST_CHARS = 80;
/** Characters so near say something together, and cues so near each other in their order. */
const NEAR_CHARS = 4;
const NEAR_CUES = 5;
/** Characters between two cues that stand together. */
const CLOSE = 3;
const SHORT = 4;

/** What a recogniser writes for words that matter here. */
const mishearings: readonly (readonly [RegExp, string])[] = [
  [/[搔扫缫骚燥][扰绕挠饶]/g, '骚扰'],
  [/[头偷透]诉/g, '投诉'],
  [/(?<=[再在给我])[大达搭]电话/g, '打电话'],
  [/(?<=[别憋要许准莫])[再在载][大达搭](?=了|来|过来|给|我|$)/g, '再打'],
  [/憋(?=再|在|打|给|老|骚|烦|来)/g, '别'],
  [/删[处出初](?!去)/g, '删除'],
  [/拉[嘿黒]/g, '拉黑'],
  [/(?<=[别要用许准])在打/g, '再打'],
];
const marks = /[，。！？、；：,.!?;:…~“”"'（）()]+/g;

/** FNV-1a, mixed once more so that its low bits are as good as its high ones. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) & (WISH_PLACES - 1);
};

/** A sentence without marks, what was likely misheard in it put right. */
export const asMeant = (sentence: string): string =>
  mishearings
    .reduce((text, [wrong, right]) => text.replace(wrong, right), tidy(sentence))
    .replace(marks, '')
    .slice(0, MOST_CHARS);

/** What tells a sentence apart, each by the place of its weight, and what all of them together are to be multiplied by. */
export const wishFeatures = (sentence: string): { readonly ids: ReadonlySet<number>; readonly scale: number } => {
  const text = asMeant(sentence);
  const features = new Set<string>();
  addChars(features, [...text]);
  addCues(features, text);
  return { ids: new Set(Array.from(features, hashOf)), scale: 1 / Math.sqrt(Math.max(1, features.size)) };
};

const addChars = (features: Set<string>, chars: readonly string[]): void => {
  const all = ['^', ...chars, '$'];
  for (const [at, char] of all.entries()) {
    for (const length of [2, 3]) if (at + length <= all.length) features.add(all.slice(at, at + length).join(''));
    if (char === '^' || char === '$') continue;
    features.add(char);
    for (let to = at + 2; to <= at + NEAR_CHARS && to <= chars.length; to++) features.add(`${char}_${all[to]}`);
  }
  if (chars.length <= SHORT) features.add('short');
};

const addCues = (features: Set<string>, text: string): void => {
  const cues = cuesIn(text);
  const signs = ['^', ...cues.map(({ sign }) => sign), '$'];
  for (const at of signs.keys())
    for (const length of [1, 2, 3, 4])
      if (at + length <= signs.length) features.add(`#${signs.slice(at, at + length).join('')}`);
  for (const [at, cue] of cues.entries())
    for (const next of cues.slice(at + 1, at + 1 + NEAR_CUES)) {
      features.add(`%${cue.sign}~${next.sign}`).add(`%${cue.words}~${next.words}`);
      if (next.from - cue.from - cue.words.length <= CLOSE) features.add(`%${cue.sign}.${next.sign}`);
    }
};
