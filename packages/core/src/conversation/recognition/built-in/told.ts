import type { Plan } from '../../plan/plan.ts';
import { type Owner, type Recognisable, recognisablesOf } from '../match.ts';
import { meanSubject, type Subject, sharedSubject } from '../subject/subject.ts';
import { tidy } from '../text.ts';
import { claimantOf, claimsOf, LEAST_CLAIM } from './claims.ts';
import { builtInLibrary, type Library, tradeLibrary } from './library.ts';
import type { Topic } from './topic.ts';
import { builtInTopics } from './topics.ts';
import { trades } from './trades/trades.ts';

/** A meaning of the list that intents and items may take by name (`Recognised.meanings`). */
interface ListedMeaning {
  readonly id: string;
  /** What operators call it most. */
  readonly name: string;
  /** Empty where it is of every trade. */
  readonly trade: string;
  /** So many sentences the library has of it … */
  readonly sentences: number;
  /** … and some of them, unlike each other. */
  readonly some: readonly string[];
}

/** What an intent or item may well want to take: never taken by itself. */
interface ProposedMeaning {
  readonly owner: Pick<Owner, 'kind' | 'id'>;
  /** The likeliest first. */
  readonly meanings: readonly string[];
}

const SOME = 8;
const MOST_PROPOSED = 3;

/** All meanings that may be taken, the general ones first, then trade by trade. */
export const listedMeanings = (): readonly ListedMeaning[] => [
  ...builtInTopics.filter(({ names }) => names.length > 0).map(topic => listed(topic, '')),
  ...trades.flatMap(({ name, topics }) => topics.map(topic => listed(topic, name))),
];

/** Neighbours in the library resemble each other: some from all over it. */
const listed = ({ id, names, sentences }: Topic, trade: string): ListedMeaning => {
  const stride = Math.max(1, Math.floor(sentences.length / SOME));
  const some = sentences.filter((_, at) => at % stride === 0).slice(0, SOME);
  return { id, name: names[0]!, trade, sentences: sentences.length, some };
};

/** What owners are offered by their names, words and sentences; what somebody of the plan took is offered to nobody. */
export const proposedMeanings = (
  plan: Pick<Plan, 'intents' | 'knowledge' | 'borrowed'>,
): readonly ProposedMeaning[] => {
  const all = recognisablesOf(plan);
  const taken = new Set(all.flatMap(({ recognised }) => recognised.flatMap(({ meanings }) => meanings ?? [])));
  const claims = [builtInLibrary(), tradeLibrary()].map(library => claimsIn(library, all));
  return all.flatMap((one, n) => {
    const { kind, id } = one.owner;
    const claimed = claims
      .flatMap(of => of[n]!)
      .filter(({ topic, claim }) => claim >= LEAST_CLAIM && !taken.has(topic.id))
      .toSorted((a, b) => b.claim - a.claim);
    const meanings = claimed
      .filter(asksLike(one))
      .slice(0, MOST_PROPOSED)
      .map(({ topic }) => topic.id);
    return meanings.length > 0 ? [{ owner: { kind, id }, meanings }] : [];
  });
};

const claimsIn = (library: Library, all: readonly Recognisable[]) => {
  const claimants = all.map(one => {
    const claimant = claimantOf(one, ({ likes = [], exact = [], words }) => [...likes, ...exact, ...words]);
    return { ...claimant, sentences: [...claimant.sentences, claimant.name] };
  });
  return claimsOf(library, claimants).map(claims =>
    Array.from(claims, (claim, at) => ({ topic: library.topics[at]!, claim })),
  );
};

/** An item of a plan's own answers what its sentences ask: a topic that asks about something else shares but words with it. */
const SHARED = 0.6;
const asksLike = ({ owner, isCommon, name, recognised }: Recognisable): ((claimed: { topic: Topic }) => boolean) => {
  if (owner.kind !== 'knowledge' || isCommon) return () => true;
  const sentences = recognised.flatMap(({ likes = [], exact = [], words }) => [...likes, ...exact, ...words]);
  let own: Subject | undefined;
  return ({ topic }) => {
    if (topic.names.some(one => tidy(one) === tidy(name))) return true;
    own ??= meanSubject(sentences.slice(0, MOST_LOOKED_AT));
    return sharedSubject(own, subjectOfTopic(topic)) >= SHARED;
  };
};

/** Sentences that are looked at, some 40 µs each; topics never change. */
const MOST_LOOKED_AT = 60;
const subjects = new WeakMap<Topic, Subject>();
const subjectOfTopic = (topic: Topic): Subject => {
  const known = subjects.get(topic) ?? meanSubject(topic.sentences.slice(0, MOST_LOOKED_AT));
  subjects.set(topic, known);
  return known;
};
