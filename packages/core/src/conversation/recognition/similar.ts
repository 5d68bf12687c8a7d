/**
 * Similar sentences: those the plan has of its own, and those of the meanings its intents and items took by name
 * (`Recognised.meanings`). What is of a meaning that nobody took, or near no sentence at all, stays not understood, as does
 * what may be of two.
 */
import { builtInLibrary, type Library, tradeLibrary } from './built-in/library.ts';
import { type Takers, takersOf, tradeTakersOf } from './built-in/takers.ts';
import { builtInTopics } from './built-in/topics.ts';
import { buildLikes, findLike, type Like, type Likes } from './likes.ts';
import { isSame, type Match, type Owner, type Recognisable, writtenOf } from './match.ts';
import { isNegative, tidy } from './text.ts';

export interface Similar {
  readonly own: Likes;
  /** Of the general topics, and of those of the trades; empty where nobody took any. */
  readonly takers: Takers;
  readonly tradeTakers: Takers;
}

/**
 * So much surer than of the next must one be of what a sentence is: tried on sentences of the library whose likes had been
 * taken out of it, 3 in 100 are taken for something else.
 */
const MARGIN = 0.8;
/** Of a trade, whose topics are few and far apart, this much: of sentences beside them 5 in 1,000 are taken for one. */
const TRADE_MARGIN = 0.6;
/** A plan that took meanings of a trade is asked about it so much more than the examples are mixed. */
const TRADE_WEIGHT = 4;
/** However sure, a sentence is of a meaning only if one of its sentences says so much of it. */
const LEAST_LIKENESS = 0.2;
/** A sentence of the plan's own as near as this is believed, whatever the library says of it. */
const OWN_SURE = 0.75;
/** Sentences whose topics overlap by less are about different things. */
const APART = 0.1;
/** However sure the library is, only the very same sentence is like all of itself. */
const SUREST = 0.99;
/** Clauses of a sentence that are looked at on their own. */
const MOST_CLAUSES = 6;
/** One character is no sentence. */
const SHORTEST = 2;

export const buildSimilar = (all: readonly Recognisable[]): Similar => ({
  own: buildLikes(
    all.map(({ owner }) => owner),
    writtenOf(all, ({ likes }) => likes),
  ),
  takers: takersOf(all, builtInTopics),
  tradeTakers: tradeTakersOf(all),
});

/** What a sentence is like, and whether the plan's own sentences say so. */
export interface SimilarMatch {
  readonly match: Match;
  readonly isOwn: boolean;
  readonly score: number;
}

/** Null: like none, or nobody knows which was meant. */
export const findSimilar = (similar: Similar, text: string): SimilarMatch | null => {
  const clauses = text.split(/[，。！？；,.!?;\s]+/).filter(clause => clause !== '');
  const parts = clauses.length > 1 && clauses.length <= MOST_CLAUSES ? [text, ...clauses] : [text];
  const taken = findTaken(similar, parts);
  const near = findLike(similar.own, parts);
  const own = near && ownStands(near, taken, text) ? near : null;
  const like = own ?? taken;
  return like && { match: matchOf(like, text), isOwn: own !== null, score: like.score };
};

/** A sentence of the plan's own that is near counts, unless the library knows better: whose it is, or that it is of something else. */
const ownStands = (own: Like, taken: Like | null, text: string): boolean =>
  own.score >= OWN_SURE || (taken ? isSame(taken.entry, own.entry) : !isElsewhere(text, own.sentence));

/** The library places both, and apart: what they share of all topics is next to nothing. */
const isElsewhere = (text: string, sentence: string): boolean => {
  const library = builtInLibrary();
  const said = library.sharesOf(text);
  const shared = library.sharesOf(sentence).reduce((sum, share, at) => sum + Math.min(share, said[at]!), 0);
  return shared < APART;
};

/** The first part decides that says anything: the whole sentence, then its clauses. */
const findTaken = (similar: Similar, parts: readonly string[]): Like | null => {
  if (similar.takers.length === 0 && similar.tradeTakers.length === 0) return null;
  for (const part of parts) {
    const like = [...tidy(part)].length < SHORTEST ? null : takenOf(similar, part);
    if (like) return like;
  }
  return null;
};

/** How surely a sentence is each owner's; null: nobody's. */
type Shares = Map<Owner | null, number>;

const addShare = (shares: Shares, taker: Owner | null, share: number): void => {
  shares.set(taker, (shares.get(taker) ?? 0) + share);
};

const takenOf = ({ takers, tradeTakers }: Similar, part: string): Like | null => {
  const shares: Shares = new Map();
  const left = tradeTakers.length > 0 ? addTrades(shares, tradeTakers, part) : 1;
  if (takers.length === 0) addShare(shares, null, left);
  else {
    const ofTopics = builtInLibrary().sharesOf(part);
    for (let at = 0; at < ofTopics.length; at++) addShare(shares, takers[at] ?? null, left * ofTopics[at]!);
  }
  const [first, second] = [...shares].toSorted((a, b) => b[1] - a[1]);
  const [entry, score] = first!;
  if (entry === null || score - (second?.[1] ?? 0) < (left < 0.5 ? TRADE_MARGIN : MARGIN)) return null;
  // A sentence that negates says no yes, whatever else it holds.
  if (entry.means === 'yes' && isNegative(tidy(part))) return null;
  const [near] = [
    ...nearestOf(builtInLibrary, takers, [entry, part]),
    ...nearestOf(tradeLibrary, tradeTakers, [entry, part]),
  ].toSorted((a, b) => b.likeness - a.likeness);
  return near!.likeness < LEAST_LIKENESS ? null : { entry, sentence: near!.sentence, score: Math.min(score, SUREST) };
};

/** Of a trade that the plan took nothing of nobody speaks to it. Answers the share of what is of no trade. */
const addTrades = (shares: Shares, takers: Takers, part: string): number => {
  const ofTrades = tradeLibrary().sharesOf(part);
  const other = ofTrades.at(-1)! / TRADE_WEIGHT;
  const sum = takers.reduce((all, taker, at) => all + (taker === undefined ? 0 : ofTrades[at]!), other);
  for (let at = 0; at < takers.length; at++)
    if (takers[at] !== undefined) addShare(shares, takers[at]!, ofTrades[at]! / sum);
  return other / sum;
};

/** The nearest sentence of what an owner took of a library; none where it took nothing. */
const nearestOf = (library: () => Library, takers: Takers, [entry, part]: readonly [Owner, string]) => {
  const topics = takers.flatMap((taker, at) => (taker === entry ? [at] : []));
  return topics.length > 0 ? [library().nearest(part, topics)] : [];
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
