import { type OptionSounds, optionSoundsOf } from '../answers/by-ear/options.ts';
import type { Flow, Intent, KnowledgeItem, Plan, PlanNode, PlanVariable, Recognised } from '../plan/plan.ts';
import { type EverydayOwners, everydayOwners } from '../recognition/everyday-owners.ts';
import { buildRecognition, type Recognition } from '../recognition/recognise.ts';
import type { SyllablesOf } from '../recognition/sounds.ts';
import { faultsOf, type PlanFault, stopsCalls } from './faults.ts';

/** Examples of each meaning that a language model is shown. */
export const EXAMPLES_OF_CHOICE = 6;

/**
 * A plan that was found whole, with the look-up tables a conversation needs. Made once, shared by all its calls. Plain data
 * throughout: one process makes it, others are handed it.
 */
export interface CompiledPlan {
  readonly plan: Plan;
  readonly nodes: ReadonlyMap<string, PlanNode>;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly intents: ReadonlyMap<string, Intent>;
  readonly knowledge: ReadonlyMap<string, KnowledgeItem>;
  readonly variables: ReadonlyMap<string, PlanVariable>;
  readonly recognition: Recognition;
  /** How options of a choice sound, where the plan hears by ear. */
  readonly optionSounds: OptionSounds;
  /** Intents whose sayer is never called again. */
  readonly noMoreCalls: ReadonlySet<string>;
  /** Whose what people say on any telephone is. */
  readonly everyday: EverydayOwners;
}

export type Compiled =
  | { readonly ok: true; readonly compiled: CompiledPlan }
  | { readonly ok: false; readonly faults: readonly PlanFault[] };

/**
 * Checks a plan and builds its tables. A plan with a fault never reaches a call. `syllablesOf` is the rim's library; without
 * it nothing is recognised by sound.
 */
export const compilePlan = (plan: Plan, syllablesOf?: SyllablesOf): Compiled => {
  const faults = faultsOf(plan).filter(stopsCalls);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, compiled: compileWhole(plan, syllablesOf) };
};

/** The tables of a plan that is known to be whole. */
export const compileWhole = (whole: Plan, syllablesOf?: SyllablesOf): CompiledPlan => {
  const plan = withoutWords(whole);
  return {
    plan,
    nodes: byId(plan.flows.flatMap(flow => flow.nodes)),
    flows: byId(plan.flows),
    intents: byId(plan.intents),
    knowledge: byId(plan.knowledge),
    variables: new Map(plan.variables.map(variable => [variable.name, variable])),
    recognition: buildRecognition(whole, syllablesOf),
    optionSounds: syllablesOf ? optionSoundsOf(whole, syllablesOf) : new Map(),
    noMoreCalls: new Set(plan.intents.flatMap(({ id, noMoreCalls }) => (noMoreCalls ? [id] : []))),
    everyday: everydayOwners(plan),
  };
};

/** What its owners are recognised by is in the tables; of it a few examples stay, which a language model is shown. */
const withoutWords = ({ borrowed: _, ...plan }: Plan): Plan => ({
  ...plan,
  intents: plan.intents.map(withExamples),
  knowledge: plan.knowledge.map(withExamples),
});

const withExamples = <T extends Recognised>(owner: T): T => ({
  ...owner,
  words: owner.words.slice(0, EXAMPLES_OF_CHOICE),
  ...(owner.likes && { likes: owner.likes.slice(0, EXAMPLES_OF_CHOICE) }),
  ...nothingElse,
});
const nothingElse = { combined: [], exact: [], patterns: [], sounds: [], groups: [] } as const;

const byId = <T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
  new Map(items.map(item => [item.id, item]));
