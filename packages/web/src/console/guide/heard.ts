import type { GuideOption } from '@lianxian/core';

/**
 * What a callee said, offered as an answer: the option whose words are in one of the sentence's parts and those of no other
 * option are. A part that says no offers nothing. It is an offer alone: the seat takes it or not.
 */
interface Heard {
  /** The part of the sentence. */
  readonly words: string;
  readonly option: string;
}

const parted = /[，。！？；、,.!?;\n]+/;
const denied = /不|没|別|别|无法|\bno\b|\bnot\b|n't\b/i;
/** Han and Latin letters and figures count; all else is dropped. */
const signs = /[\p{Script=Han}]|[a-z]+|\d+/giu;
/** Latin words that say nothing by themselves. */
const shortest = 3;

/** Words of one script, pairs of neighbours of the other: what can be looked for in a sentence. */
const piecesOf = (text: string): ReadonlySet<string> => {
  const found = text.toLowerCase().match(signs) ?? [];
  const pieces = found.flatMap((sign, at) => {
    const isHan = /\p{Script=Han}/u.test(sign);
    const next = found[at + 1];
    if (!isHan) return sign.length >= shortest && !/^\d+$/.test(sign) ? [sign] : [];
    return next && /\p{Script=Han}/u.test(next) ? [sign + next] : found.length === 1 ? [sign] : [];
  });
  return new Set(pieces);
};

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter(piece => other.has(piece)).length;

/** The option that a part of `sentence` names, and no other; null: none. */
export const heardOption = (sentence: string, options: readonly Pick<GuideOption, 'v'>[]): Heard | null => {
  const pieces = options.map(({ v }) => ({ v, of: piecesOf(v) }));
  for (const part of sentence.split(parted)) {
    const words = part.trim();
    if (words === '' || denied.test(words)) continue;
    const said = piecesOf(words);
    const ranked = pieces.map(({ v, of }) => ({ v, n: shared(of, said) })).sort((one, other) => other.n - one.n);
    const [best, second] = ranked;
    if (best && best.n > 0 && best.n > (second?.n ?? 0)) return { words, option: best.v };
  }
  return null;
};
