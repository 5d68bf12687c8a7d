import type { Flow, Plan, PlanDefaults, PlanNode } from '@lianxian/core';
import { isSame } from './same.ts';

/**
 * One draft of two: `mine` and `theirs` both began with `base`. What one of them changed, added or removed is in it, by
 * nodes, intents, questions, variables and single settings. Two that changed the same one differently, or of whom one
 * changed what the other removed, must choose: then there is none. Where a node stands is nothing to choose.
 */
export const mergePlans = (base: Plan, mine: Plan, theirs: Plan): Plan | null => {
  const plan = plans({ base, mine, theirs });
  return plan === clash ? null : plan;
};

const clash = Symbol('clash');
type Merged<T> = T | typeof clash;
interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}
type Merge<T> = (three: Three<T>) => Merged<T>;

/** As a whole: who changed it, or both alike. */
const whole = <T>({ base, mine, theirs }: Three<T>): Merged<T> => {
  if (isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  return isSame(mine, theirs) ? mine : clash;
};

/** Goes into the parts of something only where both changed it. */
const within =
  <T>(parts: Merge<T>): Merge<T> =>
  three => {
    const { base, mine, theirs } = three;
    if (mine === base) return theirs;
    return isSame(theirs, base) ? mine : parts(three);
  };

/** Field by field; those without a way of their own as a whole. */
const fields = <T extends object>(ways: { readonly [Field in keyof T]?: Merge<T[Field]> }): Merge<T> =>
  within(({ base, mine, theirs }) => {
    const merged: Partial<T> = {};
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)] as (keyof T)[]);
    for (const field of names) {
      const way = (ways[field] ?? whole) as Merge<T[keyof T]>;
      const value = way({ base: base[field], mine: mine[field], theirs: theirs[field] });
      if (value === clash) return clash;
      if (value !== undefined) merged[field] = value;
    }
    return merged as T;
  });

interface Entries<T> {
  readonly idOf: (entry: T) => string;
  readonly merge: Merge<T>;
  /** What of an entry is lost when somebody else removed it. */
  readonly content: (entry: T) => unknown;
}

/** All ids there are: in my order where I changed it, else in theirs; what only the other has follows what it stood behind. */
const order = ({ base, mine, theirs }: Three<readonly string[]>): readonly string[] => {
  const [had, have] = [new Set(base), new Set(mine)];
  const isMoved = !isSame(
    mine.filter(id => had.has(id)),
    base.filter(id => have.has(id)),
  );
  const [leading, other] = isMoved ? [mine, theirs] : [theirs, mine];
  const ids = [...leading];
  const known = new Set(leading);
  for (const [at, id] of other.entries())
    if (!known.has(id)) ids.splice(at === 0 ? 0 : ids.indexOf(other[at - 1]!) + 1, 0, id);
  return ids;
};

const entries = <T>({ idOf, merge, content }: Entries<T>): Merge<readonly T[]> =>
  within(({ base, mine, theirs }) => {
    const byId = (list: readonly T[]) => new Map(list.map(entry => [idOf(entry), entry]));
    const [before, ours, others] = [byId(base), byId(mine), byId(theirs)];
    // Two of one name, which is a fault: nobody knows which is which.
    if (ours.size < mine.length || others.size < theirs.length) return whole({ base, mine, theirs });
    const one = (id: string): Merged<T | undefined> => {
      const three = { base: before.get(id), mine: ours.get(id), theirs: others.get(id) };
      const { base: had, mine: our, theirs: their } = three;
      if (had === undefined) return whole(three);
      if (our !== undefined && their !== undefined) return merge({ base: had, mine: our, theirs: their });
      const left = our ?? their;
      return left === undefined || isSame(content(left), content(had)) ? undefined : clash;
    };
    const merged: T[] = [];
    const ids = order({ base: [...before.keys()], mine: [...ours.keys()], theirs: [...others.keys()] });
    for (const id of ids) {
      const entry = one(id);
      if (entry === clash) return clash;
      if (entry !== undefined) merged.push(entry);
    }
    return merged;
  });

const named = <T extends { readonly id: string }>() =>
  entries<T>({ idOf: ({ id }) => id, merge: whole, content: entry => entry });

const unplaced = ({ at: _, ...node }: PlanNode) => node;

/** As a whole, but for where it stands: there the one who moved it, and of two the one whose page this is. */
const nodes: Merge<PlanNode> = ({ base, mine, theirs }) => {
  if (mine === base) return theirs;
  const isMine = isSame(unplaced(theirs), unplaced(base));
  if (!isMine && !isSame(unplaced(mine), unplaced(base)) && !isSame(unplaced(mine), unplaced(theirs))) return clash;
  const at = isSame(mine.at, base.at) ? theirs.at : mine.at;
  return { ...(isMine ? mine : theirs), ...(at && { at }) };
};

const flows = entries<Flow>({
  idOf: ({ id }) => id,
  merge: fields<Flow>({ nodes: entries<PlanNode>({ idOf: ({ id }) => id, merge: nodes, content: unplaced }) }),
  content: flow => ({ ...flow, nodes: flow.nodes.map(unplaced) }),
});

const plans = fields<Plan>({
  flows,
  intents: named(),
  knowledge: named(),
  variables: entries({ idOf: ({ name }) => name, merge: whole, content: variable => variable }),
  defaults: fields<PlanDefaults>({}),
});
