import type { Plan, PlanNode } from '../plan/plan.ts';
import type { PlanVoice } from '../plan/voice.ts';
import type { Three } from './join.ts';
import { isSame } from './same.ts';

/** What who has a closed plan may set of it (decision 131). */
interface Adjustments {
  /** What it says first of all, in turn; null: it says nothing before it has heard somebody. */
  readonly opening: readonly string[] | null;
  /** What is spoken where a callee has no value, by the variable's name. */
  readonly fallbacks: Readonly<Record<string, string>>;
  readonly voice: PlanVoice | null;
}

type Saying = PlanNode & { readonly sentences: readonly string[] };
const says = (node: PlanNode | undefined): node is Saying => node !== undefined && 'sentences' in node;

const withSentences = <N extends Saying>(node: N, sentences: readonly string[]): N => ({ ...node, sentences });

/** The node that a call begins at, where it speaks. */
const openingOf = ({ flows, rootFlow }: Plan): Saying | null => {
  const root = flows.find(({ id }) => id === rootFlow);
  const node = root?.nodes.find(({ id }) => id === root.rootNode);
  return says(node) ? node : null;
};

export const adjustmentsOf = (plan: Plan): Adjustments => ({
  opening: openingOf(plan)?.sentences ?? null,
  fallbacks: Object.fromEntries(plan.variables.map(({ name, fallback }) => [name, fallback])),
  voice: plan.defaults.voice ?? null,
});

/** The plan with these; a variable that they do not name, or that it does not have, stays as it is. */
export const adjusted = (plan: Plan, { opening, fallbacks, voice }: Adjustments): Plan => {
  const first = openingOf(plan)?.id;
  const spoken = (node: PlanNode): PlanNode =>
    opening !== null && node.id === first && says(node) ? withSentences(node, opening) : node;
  const { voice: _, ...defaults } = plan.defaults;
  return {
    ...plan,
    variables: plan.variables.map(one => ({ ...one, fallback: fallbacks[one.name] ?? one.fallback })),
    flows: plan.flows.map(flow => ({ ...flow, nodes: flow.nodes.map(spoken) })),
    defaults: voice === null ? defaults : { ...defaults, voice },
  };
};

/** A newer version of a closed plan with what its holder set of the one before; what he left alone is as it is now. */
export const readjust = ({ base, mine, theirs }: Three<Plan>): Plan => {
  const [was, set, is] = [adjustmentsOf(base), adjustmentsOf(mine), adjustmentsOf(theirs)];
  const kept = <T>(before: T | undefined, own: T | undefined, now: T): T =>
    own === undefined || isSame(before, own) ? now : own;
  const fallbacks = Object.entries(is.fallbacks).map(
    ([name, now]) => [name, kept(was.fallbacks[name], set.fallbacks[name], now)] as const,
  );
  return adjusted(theirs, {
    opening: kept(was.opening, set.opening, is.opening),
    fallbacks: Object.fromEntries(fallbacks),
    voice: kept(was.voice, set.voice, is.voice),
  });
};
