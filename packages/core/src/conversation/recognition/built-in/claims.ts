import type { Owner, Recognisable } from '../match.ts';
import { tidy } from '../text.ts';
import type { Library } from './library.ts';
import type { Topic } from './topic.ts';

/** An intent or item, and what it says of itself. */
interface Claimant {
  readonly owner: Owner;
  readonly name: string;
  readonly sentences: readonly string[];
}

/** So much of its sentences must be of a topic for an owner to be thought of it … */
export const LEAST_CLAIM = 0.35;
/** … and as if it had one more that is of none: a single sentence says little of what its owner is about. */
const BESIDE = 1;
/** So many of its sentences tell what an owner is about; of all owners together so many are looked at (some 0.4 s). */
const MOST_SENTENCES = 20;
const MOST_IN_ALL = 4_000;
const FEWEST_SENTENCES = 1;
/** Its name says it outright. */
const NAMED = 1;

export const claimantOf = (
  { owner, name, recognised }: Recognisable,
  sentencesOf: (recognised: Recognisable['recognised'][number]) => readonly string[] | undefined,
): Claimant => ({ owner, name, sentences: recognised.flatMap(one => sentencesOf(one) ?? []) });

/** How much each owner has of each topic of a library: by owner, then topic. */
export const claimsOf = (library: Library, claimants: readonly Claimant[]): readonly Float64Array[] => {
  const each = Math.max(FEWEST_SENTENCES, Math.min(MOST_SENTENCES, Math.floor(MOST_IN_ALL / claimants.length)));
  return claimants.map(claimant => {
    const shares = meanShares(library, claimant.sentences.slice(0, each));
    return shares.map((share, at) => claimOf(claimant, library.topics[at]!, share));
  });
};

const meanShares = (library: Library, sentences: readonly string[]): Float64Array => {
  const mean = new Float64Array(library.topics.length);
  for (const sentence of sentences)
    for (const [at, share] of library.sharesOf(sentence).entries()) mean[at]! += share / (sentences.length + BESIDE);
  return mean;
};

/** The names stand with the fittest first: 忙 is rather 「正忙」 than 「稍后再打」 where both are there to be taken. */
const claimOf = ({ owner, name }: Claimant, topic: Topic, share: number): number => {
  if (topic.names.length === 0) return 0;
  if (owner.kind === 'intent' && topic.means !== undefined && owner.means !== topic.means) return 0;
  const at = topic.names.indexOf(tidy(name));
  return share + (at < 0 ? 0 : NAMED - at / topic.names.length / 2);
};
