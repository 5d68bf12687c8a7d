import type { Owner, Recognisable } from '../match.ts';
import { tidy } from '../text.ts';
import { builtInLibrary, type Library } from './library.ts';
import type { Topic } from './topic.ts';

/** An intent or item with similar sentences of its own. */
interface Claimant {
  readonly owner: Owner;
  readonly name: string;
  readonly likes: readonly string[];
}

export const claimantsOf = (all: readonly Recognisable[]): readonly Claimant[] =>
  all.map(({ owner, name, recognised }) => ({ owner, name, likes: recognised.flatMap(({ likes }) => likes ?? []) }));

/** So much of its sentences must be of a topic for an owner to take it … */
const LEAST = 0.35;
/** … and as if it had one more that is of none: a single sentence says little of what its owner is about. */
const BESIDE = 1;
/** So many of its sentences tell what an owner is about; of all owners together so many are looked at (some 0.4 s). */
const MOST_LIKES = 20;
const MOST_IN_ALL = 4_000;
const FEWEST_LIKES = 1;
/** Its name says it outright. */
const NAMED = 1;
/** Two claims as near as this: nobody takes it, rather than the wrong one. */
const MARGIN = 0.1;

/**
 * Which owner takes each topic of the built-in intents, by the topic's place: whose own sentences are of it, or who is called
 * like it. Who has no similar sentences takes none: a plan of words alone hears its words alone.
 */
export const takersOf = (claimants: readonly Claimant[]): readonly (Owner | null)[] => {
  const writing = claimants.filter(({ likes }) => likes.length > 0);
  if (writing.length === 0) return [];
  const library = builtInLibrary();
  const each = Math.max(FEWEST_LIKES, Math.min(MOST_LIKES, Math.floor(MOST_IN_ALL / writing.length)));
  const shares = writing.map(({ likes }) => meanShares(library, likes.slice(0, each)));
  return library.topics.map((topic, at) => {
    const claims = writing
      .map((claimant, n) => ({ owner: claimant.owner, claim: claimOf(claimant, topic, shares[n]![at]!) }))
      .filter(({ claim }) => claim >= LEAST)
      .toSorted((a, b) => b.claim - a.claim);
    const [first, second] = claims;
    if (!first || (second && first.claim - second.claim < MARGIN)) return null;
    return first.owner;
  });
};

const meanShares = (library: Library, likes: readonly string[]): Float64Array => {
  const mean = new Float64Array(library.topics.length);
  for (const like of likes)
    for (const [at, share] of library.sharesOf(like).entries()) mean[at]! += share / (likes.length + BESIDE);
  return mean;
};

/** The names stand with the fittest first: 忙 is rather 「正忙」 than 「稍后再打」 where both are there to be taken. */
const claimOf = ({ owner, name }: Claimant, topic: Topic, share: number): number => {
  if (topic.names.length === 0) return 0;
  if (owner.kind === 'intent' && topic.means !== undefined && owner.means !== topic.means) return 0;
  const at = topic.names.indexOf(tidy(name));
  return share + (at < 0 ? 0 : NAMED - at / topic.names.length / 2);
};
