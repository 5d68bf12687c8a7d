import { conceptsIn } from '../built-in/concepts.ts';
import { fuzzySyllable } from '../sounds.ts';
import { isNegative, tidy } from '../text.ts';
import type { Asked } from './asked.ts';

/** What tells sentences apart is known by a hash: so many there are. */
export const ACT_PLACES = 1 << 18;
/** Whoever tells for longer comes to the point at last: so many characters are looked at. */
const MOST_CHARS = 40;
/** Characters so near say something together. */
const NEAR = 4;
/** So short it is said as a whole. */
const SHORT = 7;
const marks = /[，。！、；：,.!;:…~“”"'（）()《》-]+/g;

/** 「唔，那就来一个」 begins with a hum, 「唔使」 with a no. */
const hum = /^\s*唔(?=[，,、。.…\s])/;

/** Of a telephone's digits none says more than another. */
const longFigure = /\d{6,}/g;

const START = 0x811c9dc5;
/** FNV-1a over codes; mixed once more so that its low bits are as good as its high ones. */
const add = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
const placeOf = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) & (ACT_PLACES - 1);
};
const codeOf = (text: string): number => {
  let hash = START;
  for (let at = 0; at < text.length; at++) hash = add(hash, text.charCodeAt(at));
  return hash;
};

/** The edges of a sentence stand among its characters. */
const EDGE = 1;

/** What is told apart; the same codes of two kinds are two features. */
const CHARS = 2;
const APART = 3;
const SOUNDS = 4;
const CONCEPTS = 5;
const WHOLE = 6;
const ASKED = 7;
const NEGATIVE = 8;
const LENGTH = 9;
const TURNED = 10;
const TAKEN_UP = 11;

/** What is said behind these counts, whatever stood before. */
const turning = /但是?|可是|可(?![以能])|不过|只是|就是|还是|算了|哎|其实|现在|我是说/;

interface ActFeatures {
  /** Each by its place, once. */
  readonly ids: readonly number[];
  /** What all of them together are to be multiplied by. */
  readonly scale: number;
}

type Tell = (kind: number, code: number) => void;

/** By place the last sentence that told it, by a number that comes again: a set would cost more than all else, and so would a larger list, which stays in no cache. */
const toldBy = new Uint8Array(ACT_PLACES);
const MOST_SENTENCES = 255;
let sentences = 0;
const nextSentence = (): number => {
  if (sentences === MOST_SENTENCES) {
    toldBy.fill(0);
    sentences = 0;
  }
  return ++sentences;
};

/** `syllables`: the rim's, one a character of the sentence, or none; `asked`: what the robot had asked for. */
export const actFeatures = (sentence: string, syllables: readonly string[], asked: Asked | null): ActFeatures => {
  const told = nextSentence();
  const ids: number[] = [];
  const put = (hash: number): void => {
    const place = placeOf(hash);
    if (toldBy[place] === told) return;
    toldBy[place] = told;
    ids.push(place);
  };
  const askedCode = asked === null ? null : codeOf(asked.kind);
  const tell: Tell = (kind, code) => {
    const hash = add(code, kind);
    put(hash);
    if (askedCode !== null) put(add(hash, askedCode));
  };
  const text = shortened([...tidy(sentence.replace(hum, '嗯')).replace(marks, '').replace(longFigure, '0')]);
  addChars(text, tell, put);
  if (asked !== null && asked.words.size > 0) addTakenUp(text, asked, tell);
  const sounds = shortened(syllables.filter(syllable => syllable !== '').map(each => codeOf(fuzzySyllable(each))));
  if (sounds.length > 0) addNeighbours([EDGE, ...sounds, EDGE], SOUNDS, 3, tell);
  if (askedCode !== null) put(add(askedCode, ASKED));
  return { ids, scale: 1 / Math.sqrt(Math.max(1, ids.length)) };
};

const addChars = (text: readonly string[], tell: Tell, put: (hash: number) => void): void => {
  const chars = edged(text);
  addNeighbours(chars, CHARS, 4, tell);
  for (let at = 1; at < chars.length - 1; at++)
    for (let to = at + 2; to <= at + NEAR && to < chars.length - 1; to++)
      put(add(add(add(START, chars[at]!), chars[to]!), APART));
  const joined = text.join('');
  const last = joined.split(turning).at(-1)!;
  if (last !== joined) addNeighbours(edged([...last]), TURNED, 3, tell);
  addNeighbours([EDGE, ...conceptsIn(joined).map(codeOf), EDGE], CONCEPTS, 2, tell);
  if (text.length <= SHORT) tell(WHOLE, codeOf(joined));
  if (isNegative(joined)) tell(NEGATIVE, 0);
  tell(LENGTH, Math.min(8, Math.ceil(Math.log2(text.length + 1) * 2)));
};

const noes = new Set('不没别甭莫勿未冇唔无');

/** What of the question is said again, with a no or without, and whether it is said first. */
const addTakenUp = (text: readonly string[], { words }: Asked, tell: Tell): void => {
  const places = text.flatMap((char, at) => (words.has(char) ? [at] : []));
  const isDenied = (at: number): boolean => [at - 2, at - 1, at + 1].some(near => noes.has(text[near] ?? ''));
  const denied = places.filter(isDenied).length;
  tell(TAKEN_UP, Number(denied > 0) * 2 + Number(places.length > denied));
  if (places.length > 0) tell(TAKEN_UP, 4 + Number(isDenied(places[0]!)) * 2 + Number(places[0]! <= FIRST));
};
/** A particle or two, or a no, may stand before what is said first. */
const FIRST = 2;

const edged = (text: readonly string[]): readonly number[] => [EDGE, ...text.map(char => char.codePointAt(0)!), EDGE];

const shortened = <T>(all: readonly T[]): readonly T[] => all.slice(-MOST_CHARS);

/** Each, and so many in a row. */
const addNeighbours = (all: readonly number[], kind: number, most: number, tell: Tell): void => {
  for (let at = 0; at < all.length; at++) {
    let code = START;
    for (let length = 1; length <= most && at + length <= all.length; length++) {
      code = add(code, all[at + length - 1]!);
      if (length > 1 || all[at] !== EDGE) tell(kind, code);
    }
  }
};
