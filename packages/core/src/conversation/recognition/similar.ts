/**
 * Similar sentences: those the plan has of its own, and those of the built-in intents that are of the same kind (`takersOf`).
 * What is of a kind that nobody of the plan took stays not understood, as does what may be of two.
 */
import { builtInLibrary } from './built-in/library.ts';
import { claimantsOf, takersOf } from './built-in/takers.ts';
import { buildLikes, findLike, type Like, type Likes } from './likes.ts';
import { isSame, type Match, type Owner, type Recognisable, writtenOf } from './match.ts';
import { isNegative, tidy } from './text.ts';

export interface Similar {
  readonly own: Likes;
  /** Who took each topic of the built-in intents; empty where the plan has no similar sentences. */
  readonly takers: readonly (Owner | null)[];
}

/**
 * So much surer than of the next must one be of what a sentence is: tried on sentences of the library whose likes had been
 * taken out of it, 3 in 100 are taken for something else.
 */
const MARGIN = 0.8;
/** A sentence of the plan's own as near as this is believed, whatever the library says of it. */
const OWN_SURE = 0.75;
/** The library is this sure that a sentence is about nothing of the plan. */
const FOREIGN_SURE = 0.8;
/** An owner that took kinds of the library, and is so little what a sentence is of, did not mean it. */
const DOUBTFUL = 0.1;
/** However sure the library is, only the very same sentence is like all of itself. */
const SUREST = 0.99;
/** Clauses of a sentence that are looked at on their own. */
const MOST_CLAUSES = 6;
/** One character is no sentence. */
const SHORTEST = 2;

export const buildSimilar = (all: readonly Recognisable[]): Similar => {
  const claimants = claimantsOf(all);
  return {
    own: buildLikes(
      all.map(({ owner }) => owner),
      writtenOf(all, ({ likes }) => likes),
    ),
    takers: takersOf(claimants),
  };
};

/** What a sentence is like, and whether the plan's own sentences say so. */
interface SimilarMatch {
  readonly match: Match;
  readonly isOwn: boolean;
  readonly score: number;
}

/** Null: like none, or nobody knows which was meant. */
export const findSimilar = ({ own, takers }: Similar, text: string): SimilarMatch | null => {
  if (own.ownerOf.length === 0) return null;
  const clauses = text.split(/[，。！？；,.!?;\s]+/).filter(clause => clause !== '');
  const parts = clauses.length > 1 && clauses.length <= MOST_CLAUSES ? [text, ...clauses] : [text];
  const builtIn = findBuiltIn(takers, parts);
  const like = ownStands(findLike(own, parts), builtIn, takers) ?? builtIn.like;
  return like && { match: matchOf(like, text), isOwn: like !== builtIn.like, score: like.score };
};

/** What the library makes of a sentence. */
interface BuiltIn {
  /** Whose it is; null: nobody's, or it cannot tell. */
  readonly like: Like | null;
  /** How surely it is each owner's; null: nobody's. */
  readonly shares: ReadonlyMap<Owner | null, number>;
}

/** A sentence of the plan's own that is near counts, unless the library knows better. */
const ownStands = (own: Like | null, { like, shares }: BuiltIn, takers: Similar['takers']): Like | null => {
  if (!own || own.score >= OWN_SURE) return own;
  if (like) return isSame(like.entry, own.entry) ? own : null;
  const isForeign = (shares.get(null) ?? 0) >= FOREIGN_SURE;
  const isDoubtful = takers.includes(own.entry) && (shares.get(own.entry) ?? 0) < DOUBTFUL;
  return isForeign || isDoubtful ? null : own;
};

/** The first part decides that says anything: the whole sentence, then its clauses. */
const findBuiltIn = (takers: Similar['takers'], parts: readonly string[]): BuiltIn => {
  const [whole, ...clauses] = parts.map(part => builtInOf(takers, part));
  return whole!.like ? whole! : (clauses.find(({ like }) => like) ?? whole!);
};

const builtInOf = (takers: Similar['takers'], part: string): BuiltIn => {
  const shares = new Map<Owner | null, number>();
  if (takers.length === 0 || [...tidy(part)].length < SHORTEST) return { like: null, shares };
  const library = builtInLibrary();
  for (const [at, share] of library.sharesOf(part).entries()) {
    const taker = takers[at] ?? null;
    shares.set(taker, (shares.get(taker) ?? 0) + share);
  }
  const [first, second] = [...shares].toSorted((a, b) => b[1] - a[1]);
  const [entry, score] = first!;
  const isUnsure = entry === null || score - (second?.[1] ?? 0) < MARGIN;
  // A sentence that negates says no yes, whatever else it holds.
  if (isUnsure || (entry.means === 'yes' && isNegative(tidy(part)))) return { like: null, shares };
  const topics = takers.flatMap((taker, at) => (taker === entry ? [at] : []));
  return { like: { entry, sentence: library.nearest(part, topics), score: Math.min(score, SUREST) }, shares };
};

const matchOf = ({ entry, sentence, score }: Like, text: string): Match => ({
  entry,
  by: 'like',
  heard: sentence,
  start: 0,
  end: [...tidy(text)].length,
  negated: false,
  score: Math.round(score * 100) / 100,
  ...(entry.means && { means: entry.means }),
});
