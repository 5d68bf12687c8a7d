/*
 * Plans of before meanings were taken by name: an intent or item took what its own similar sentences were of. Written down
 * once, where such a plan comes in (migration 0077, plan files), so that it hears what it heard.
 */
import type { Plan } from '../plan/plan.ts';
import { claimantOf, claimsOf, LEAST_CLAIM } from '../recognition/built-in/claims.ts';
import { builtInLibrary } from '../recognition/built-in/library.ts';
import { type Owner, type Recognisable, recognisablesOf } from '../recognition/match.ts';

/** Two claims as near as this: nobody took it, rather than the wrong one. */
const MARGIN = 0.1;

type Heard = Pick<Plan, 'intents' | 'knowledge' | 'borrowed'>;

/**
 * The plan with the names of the meanings that its intents and items took by their similar sentences, its own and those of
 * `borrowed` groups. Half a second for a large one.
 */
export const withMeaningsOfBefore = <P extends Heard>(plan: P, borrowed = plan.borrowed ?? []): P => {
  const taken = takenBefore(recognisablesOf({ ...plan, borrowed }));
  const named =
    (kind: Owner['kind']) =>
    <T extends { readonly id: string }>(one: T): T => {
      const meanings = taken.flatMap(({ owner, id }) => (owner.kind === kind && owner.id === one.id ? [id] : []));
      return meanings.length > 0 ? { ...one, meanings } : one;
    };
  return { ...plan, intents: plan.intents.map(named('intent')), knowledge: plan.knowledge.map(named('knowledge')) };
};

/** Who had no similar sentences took none: a plan of words alone heard its words alone. */
const takenBefore = (all: readonly Recognisable[]): readonly { readonly owner: Owner; readonly id: string }[] => {
  const claimants = all
    .map(one => claimantOf(one, ({ likes }) => likes))
    .filter(({ sentences }) => sentences.length > 0);
  if (claimants.length === 0) return [];
  const library = builtInLibrary();
  const claims = claimsOf(library, claimants);
  return library.topics.flatMap(({ id }, at) => {
    const [first, second] = claimants
      .map(({ owner }, n) => ({ owner, claim: claims[n]![at]! }))
      .filter(({ claim }) => claim >= LEAST_CLAIM)
      .toSorted((a, b) => b.claim - a.claim);
    if (!first || (second && first.claim - second.claim < MARGIN)) return [];
    return [{ owner: first.owner, id }];
  });
};
