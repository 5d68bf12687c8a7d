import { planGraph, planLimits } from '@lianxian/contract';
import { conditionParts, type Intent, ownOf, type Plan, type PlanNode, planOfAnyRelease } from '@lianxian/core';
import { z } from 'zod';
import { addNodes, copiesOf } from './edits.ts';
import { exitsOf } from './exits.ts';
import { piecesOf } from './sentence.ts';

/**
 * Nodes on the clipboard, as the text of a little plan: they can be pasted into another plan, in another tab or browser.
 * What they need of the plan they come from (variables, intents) is in it.
 */
const mark = 'lianxian/nodes';
const clip = z.object({ format: z.literal(mark), graph: z.preprocess(planOfAnyRelease, planGraph) });
/** A copy stands a little aside of what it was copied from. */
const asidePx = 40;

const sentencesOf = (node: PlanNode): readonly string[] => ('sentences' in node ? node.sentences : []);

const variablesOf = (node: PlanNode): readonly string[] => [
  ...sentencesOf(node).flatMap(text => piecesOf(text).flatMap(piece => (piece.variable ? [piece.text] : []))),
  ...(node.kind === 'collect' ? [node.variable] : []),
  ...(node.kind === 'webhook' ? [...node.sends, ...node.keeps.map(kept => kept.variable)] : []),
  ...(node.kind === 'condition'
    ? node.branches
        .flatMap(({ when }) => conditionParts(when))
        .flatMap(part => ('variable' in part ? [part.variable] : []))
    : []),
];

const intentsOf = (node: PlanNode): readonly string[] => [
  ...exitsOf(node).flatMap(({ exit }) => {
    const own = ownOf(exit);
    return own?.kind === 'intent' ? [own.id] : [];
  }),
  ...('interruption' in node && node.interruption.when === 'onIntents' ? node.interruption.intents : []),
];

/** The nodes as a text for the clipboard. */
export const copyText = (plan: Plan, ids: readonly string[]): string => {
  const nodes = plan.flows.flatMap(flow => flow.nodes).filter(node => ids.includes(node.id));
  const variables = new Set(nodes.flatMap(variablesOf));
  const intents = new Set(nodes.flatMap(intentsOf));
  const graph: Plan = {
    ...plan,
    variables: plan.variables.filter(({ name }) => variables.has(name)),
    rootFlow: 'f',
    flows: [{ id: 'f', name: '', rootNode: '', nodes }],
    intents: plan.intents.filter(({ id }) => intents.has(id)),
    knowledge: [],
    levelRules: [],
    borrowed: [],
    recorded: {},
  };
  return JSON.stringify({ format: mark, graph });
};

/** The little plan in a text; null when it holds none of ours, or none that is well-formed. */
export const clipIn = (text: string): Plan | null => {
  if (text.length > planLimits.graphBytes || !text.includes(mark)) return null;
  try {
    const parsed = clip.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data.graph : null;
  } catch {
    // Somebody else's text: not JSON.
    return null;
  }
};

/** Intents of the clip as ids of the plan: the same id, else the same name, else it is added. */
const takeIntents = (plan: Plan, theirs: readonly Intent[]) => {
  const ids = new Map<string, string>();
  const added: Intent[] = [];
  for (const intent of theirs) {
    const same =
      plan.intents.find(({ id }) => id === intent.id) ?? plan.intents.find(({ name }) => name === intent.name);
    ids.set(intent.id, same?.id ?? intent.id);
    if (!same) added.push(intent);
  }
  return { ids, intents: [...plan.intents, ...added] };
};

const withIntents = (node: PlanNode, ids: ReadonlyMap<string, string>): PlanNode => {
  const routed =
    'routers' in node
      ? {
          ...node,
          routers: node.routers.map(router =>
            typeof router.on === 'string' ? router : { ...router, on: { intent: ids.get(router.on.intent) ?? '' } },
          ),
        }
      : node;
  if (!('interruption' in routed) || routed.interruption.when !== 'onIntents') return routed;
  const intents = routed.interruption.intents.flatMap(id => ids.get(id) ?? []);
  return { ...routed, interruption: { when: 'onIntents', intents } };
};

/** The plan with the clip's nodes in a flow, and the ids they got. */
export const pasted = (plan: Plan, flowId: string, clipped: Plan): { plan: Plan; ids: readonly string[] } => {
  const { ids, intents } = takeIntents(plan, clipped.intents);
  const known = new Set(plan.variables.map(({ name }) => name));
  const flows = new Set(plan.flows.map(({ id }) => id));
  const nodes = copiesOf(
    clipped.flows.flatMap(flow => flow.nodes).map(node => withIntents(node, ids)),
    {
      x: asidePx,
      y: asidePx,
    },
  ).map(node => (node.kind === 'goto' && !flows.has(node.flow) ? { ...node, flow: '' } : node));
  const variables = [...plan.variables, ...clipped.variables.filter(({ name }) => !known.has(name))];
  return { plan: addNodes({ ...plan, variables, intents }, flowId, nodes), ids: nodes.map(({ id }) => id) };
};
