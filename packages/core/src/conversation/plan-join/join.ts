import type { Flow, Plan, PlanDefaults, PlanNode } from '../plan/plan.ts';
import { isSame } from './same.ts';

/** What two changed differently, or of which one changed what the other removed. */
export interface JoinConflict {
  readonly part: 'node' | 'flow' | 'intent' | 'knowledge' | 'variable' | 'defaults' | 'plan';
  /** Of the entry; of settings the field. */
  readonly id: string;
  /** As it is called in mine, else in theirs; empty of settings. */
  readonly name: string;
}

interface Joined {
  readonly joined: Plan;
  /** Where both are at odds; there `joined` has what is mine, and what was left of two. */
  readonly conflicts: readonly JoinConflict[];
}

export interface Three<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

/**
 * One plan of two: `mine` and `theirs` both began with `base`. What one of them changed, added or removed is in it, by
 * nodes, intents, questions, variables and single settings. Where a node stands is nothing to quarrel about.
 */
export const joinPlans = (three: Three<Plan>): Joined => {
  const conflicts: JoinConflict[] = [];
  const joined = plans(three, conflict => conflicts.push(conflict ?? { part: 'plan', id: '', name: '' }));
  return { joined, conflicts };
};

/** The same for who must choose where both are at odds: then there is none. */
export const mergePlans = (base: Plan, mine: Plan, theirs: Plan): Plan | null => {
  const { joined, conflicts } = joinPlans({ base, mine, theirs });
  return conflicts.length === 0 ? joined : null;
};

/** Tells that both are at odds here; who is around it knows what that is called. */
type Clash = (conflict?: JoinConflict) => void;
type Merge<T> = (three: Three<T>, clash: Clash) => T;

/** As a whole: who changed it, or both alike. */
const whole = <T>({ base, mine, theirs }: Three<T>, clash: Clash): T => {
  if (isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  if (!isSame(mine, theirs)) clash();
  return mine;
};

/** Goes into the parts of something only where both changed it. */
const within =
  <T>(parts: Merge<T>): Merge<T> =>
  (three, clash) => {
    const { base, mine, theirs } = three;
    if (mine === base) return theirs;
    return isSame(theirs, base) ? mine : parts(three, clash);
  };

/** Field by field; those without a way of their own as a whole. `part`: what a field of its own is told as. */
const fields = <T extends object>(
  part: JoinConflict['part'] | null,
  ways: { readonly [Field in keyof T]?: Merge<T[Field]> },
): Merge<T> =>
  within(({ base, mine, theirs }, clash) => {
    const merged: Partial<T> = {};
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)] as (keyof T)[]);
    for (const field of names) {
      const way = (ways[field] ?? whole) as Merge<T[keyof T]>;
      const own = part === null ? undefined : { part, id: String(field), name: '' };
      const value = way({ base: base[field], mine: mine[field], theirs: theirs[field] }, inner => clash(inner ?? own));
      if (value !== undefined) merged[field] = value;
    }
    return merged as T;
  });

interface Entries<T> {
  readonly part: JoinConflict['part'];
  readonly idOf: (entry: T) => string;
  readonly nameOf: (entry: T) => string;
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

const entries = <T>({ part, idOf, nameOf, merge, content }: Entries<T>): Merge<readonly T[]> =>
  within(({ base, mine, theirs }, clash) => {
    const byId = (list: readonly T[]) => new Map(list.map(entry => [idOf(entry), entry]));
    const [before, ours, others] = [byId(base), byId(mine), byId(theirs)];
    // Two of one name, which is a fault: nobody knows which is which.
    if (ours.size < mine.length || others.size < theirs.length) return whole({ base, mine, theirs }, clash);
    const one = (id: string): T | undefined => {
      const three = { base: before.get(id), mine: ours.get(id), theirs: others.get(id) };
      const { base: had, mine: our, theirs: their } = three;
      const left = our ?? their;
      const named: Clash = inner => clash(inner ?? { part, id, name: left === undefined ? '' : nameOf(left) });
      if (had === undefined) return whole(three, named);
      if (our !== undefined && their !== undefined) return merge({ base: had, mine: our, theirs: their }, named);
      if (left === undefined || isSame(content(left), content(had))) return undefined;
      named();
      return left;
    };
    return order({ base: [...before.keys()], mine: [...ours.keys()], theirs: [...others.keys()] }).flatMap(id => {
      const entry = one(id);
      return entry === undefined ? [] : [entry];
    });
  });

const named = <T extends { readonly id: string; readonly name: string }>(part: JoinConflict['part']) =>
  entries<T>({ part, idOf: ({ id }) => id, nameOf: ({ name }) => name, merge: whole, content: entry => entry });

const unplaced = ({ at: _, ...node }: PlanNode) => node;

/** As a whole, but for where it stands: there the one who moved it, and of two the one whose page this is. */
const nodes: Merge<PlanNode> = ({ base, mine, theirs }, clash) => {
  if (mine === base) return theirs;
  const isMine = isSame(unplaced(theirs), unplaced(base));
  const isAtOdds = !isMine && !isSame(unplaced(mine), unplaced(base)) && !isSame(unplaced(mine), unplaced(theirs));
  if (isAtOdds) clash();
  const at = isSame(mine.at, base.at) ? theirs.at : mine.at;
  return { ...(isMine || isAtOdds ? mine : theirs), ...(at && { at }) };
};

const flows = entries<Flow>({
  part: 'flow',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  merge: fields<Flow>(null, {
    nodes: entries<PlanNode>({
      ...{ part: 'node', idOf: ({ id }) => id, nameOf: ({ name }) => name },
      ...{ merge: nodes, content: unplaced },
    }),
  }),
  content: flow => ({ ...flow, nodes: flow.nodes.map(unplaced) }),
});

const plans = fields<Plan>('plan', {
  flows,
  intents: named('intent'),
  knowledge: named('knowledge'),
  variables: entries({
    ...{ part: 'variable', idOf: ({ name }) => name, nameOf: ({ label, name }) => label || name },
    ...{ merge: whole, content: variable => variable },
  }),
  defaults: fields<PlanDefaults>('defaults', {}),
});
