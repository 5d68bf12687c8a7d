import { faultsOf, type PlanFault } from './faults.ts';
import { buildLexicon, type Lexicon, type LexiconEntry } from './lexicon.ts';
import type { Flow, Intent, KnowledgeItem, Plan, PlanNode, PlanVariable } from './plan.ts';

/** A plan that was found whole, with the look-up tables a conversation needs. Made once, shared by all its calls. */
export interface CompiledPlan {
  readonly plan: Plan;
  readonly nodes: ReadonlyMap<string, PlanNode>;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly intents: ReadonlyMap<string, Intent>;
  readonly knowledge: ReadonlyMap<string, KnowledgeItem>;
  readonly variables: ReadonlyMap<string, PlanVariable>;
  readonly lexicon: Lexicon;
}

export type Compiled =
  | { readonly ok: true; readonly compiled: CompiledPlan }
  | { readonly ok: false; readonly faults: readonly PlanFault[] };

/** Checks a plan and builds its tables. A plan with a fault never reaches a call. */
export const compilePlan = (plan: Plan): Compiled => {
  const faults = faultsOf(plan);
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    compiled: {
      plan,
      nodes: byId(plan.flows.flatMap(flow => flow.nodes)),
      flows: byId(plan.flows),
      intents: byId(plan.intents),
      knowledge: byId(plan.knowledge),
      variables: new Map(plan.variables.map(variable => [variable.name, variable])),
      lexicon: buildLexicon(lexiconEntries(plan)),
    },
  };
};

/** Every word by which a plan understands: intents and knowledge. */
export const lexiconEntries = (plan: Plan): readonly LexiconEntry[] => [
  ...plan.intents.flatMap(({ id, priority, words, means }) =>
    words.map(word => ({ kind: 'intent' as const, id, priority, word, ...(means && { means }) })),
  ),
  ...plan.knowledge.flatMap(({ id, priority, words }) =>
    words.map(word => ({ kind: 'knowledge' as const, id, priority, word })),
  ),
];

const byId = <T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map(item => [item.id, item]));
