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
/** Signs in a row. */
const MOST_SIGNS = 4;

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

/** FNV-1a, over so much of a feature as is told at a time; no feature is ever put together, for there are hundreds. */
const START = 0x811c9dc5;
const add = (hash: number, text: string): number => {
  let more = hash;
  for (let at = 0; at < text.length; at++) more = Math.imul(more ^ text.charCodeAt(at), 0x01000193);
  return more;
};
/** Mixed once more so that its low bits are as good as its high ones. */
const placeOf = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) & (WISH_PLACES - 1);
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
  const features = new Set<number>();
  addChars(features, [...text]);
  addCues(features, text);
  const ids = new Set<number>();
  for (const feature of features) ids.add(placeOf(feature));
  return { ids, scale: 1 / Math.sqrt(Math.max(1, features.size)) };
};

const addChars = (features: Set<number>, chars: readonly string[]): void => {
  const all = ['^', ...chars, '$'];
  for (const [at, char] of all.entries()) {
    const one = add(START, char);
    if (at + 1 < all.length) features.add(add(one, all[at + 1]!));
    if (at + 2 < all.length) features.add(add(add(one, all[at + 1]!), all[at + 2]!));
    if (char === '^' || char === '$') continue;
    features.add(one);
    const apart = add(one, '_');
    for (let to = at + 2; to <= at + NEAR_CHARS && to <= chars.length; to++) features.add(add(apart, all[to]!));
  }
  if (chars.length <= SHORT) features.add(add(START, 'short'));
};

const addCues = (features: Set<number>, text: string): void => {
  const cues = cuesIn(text);
  const signs = ['^', ...cues.map(({ sign }) => sign), '$'];
  for (const at of signs.keys()) {
    let row = add(START, '#');
    for (let to = at; to < Math.min(at + MOST_SIGNS, signs.length); to++) {
      row = add(row, signs[to]!);
      features.add(row);
    }
  }
  for (const [at, cue] of cues.entries())
    for (const next of cues.slice(at + 1, at + 1 + NEAR_CUES)) {
      features.add(add(START, `%${cue.sign}~${next.sign}`)).add(add(START, `%${cue.words}~${next.words}`));
      if (next.from - cue.from - cue.words.length <= CLOSE) features.add(add(START, `%${cue.sign}.${next.sign}`));
    }
};
