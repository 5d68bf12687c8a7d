import type { Owner, Recognisable } from '../match.ts';
import type { Topic } from './topic.ts';
import { trades } from './trades/trades.ts';

/** Who took each topic, by its place. Null: nobody; undefined: nobody, nor any other of its trade. */
export type Takers = readonly (Owner | null | undefined)[];

/**
 * Who took each topic by its name; of several the higher priority, then who comes first. Empty where nobody took any.
 */
export const takersOf = (all: readonly Recognisable[], topics: readonly Topic[]): Takers => {
  const takers = new Map<string, Owner>();
  for (const { owner, recognised } of all)
    for (const id of recognised.flatMap(({ meanings }) => meanings ?? [])) {
      const other = takers.get(id);
      if (!other || owner.priority > other.priority) takers.set(id, owner);
    }
  const taken = topics.map(({ id }) => takers.get(id) ?? null);
  return taken.some(owner => owner !== null) ? taken : [];
};

/** The same of the topics of all trades. */
export const tradeTakersOf = (all: readonly Recognisable[]): Takers => {
  const taken = trades.map(({ topics }) => ({ topics, takers: takersOf(all, topics) }));
  if (taken.every(({ takers }) => takers.length === 0)) return [];
  return taken.flatMap(({ topics, takers }) => (takers.length > 0 ? takers : topics.map(() => undefined)));
};
