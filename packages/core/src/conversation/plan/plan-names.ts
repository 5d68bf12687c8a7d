import type { Plan } from './plan.ts';

/** The names a plan's parts call each other by. */
interface PlanNames {
  readonly flows: ReadonlySet<string>;
  readonly intents: ReadonlySet<string>;
  /** Intents and items of the knowledge base. */
  readonly meanings: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
}

/** Made once of a plan, which never changes: a large one asks for its names a million times. */
const made = new WeakMap<Plan, PlanNames>();

export const namesOf = (plan: Plan): PlanNames => {
  const known = made.get(plan);
  if (known) return known;
  const ids = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);
  const names = {
    flows: new Set(ids(plan.flows)),
    intents: new Set(ids(plan.intents)),
    meanings: new Set([...ids(plan.intents), ...ids(plan.knowledge)]),
    variables: new Set(plan.variables.map(({ name }) => name)),
  };
  made.set(plan, names);
  return names;
};
