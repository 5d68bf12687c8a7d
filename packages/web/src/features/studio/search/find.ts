import { outsideOf, type Plan, type PlanNode } from '@lianxian/core';

export interface Found {
  readonly kind: 'node' | 'knowledge' | 'intent';
  readonly id: string;
  readonly name: string;
  /** The text in which it was found; its name otherwise. */
  readonly text: string;
}

/** More than one reads. */
const mostFound = 50;

/** Every text one may remember of a node. */
const textsOf = (node: PlanNode): readonly string[] => [
  ...('sentences' in node ? node.sentences : []),
  ...('silence' in node && node.silence ? node.silence.sentences : []),
  ...('notUnderstood' in node && node.notUnderstood ? node.notUnderstood.sentences : []),
  ...(node.kind === 'collect' ? outsideOf(node.accepts) : []),
  ...(node.kind === 'collect' && node.accepts.type === 'choice'
    ? node.accepts.options.flatMap(option => [option.value, ...option.words])
    : []),
  ...(node.kind === 'menu' ? node.keys.map(({ label }) => label) : []),
  ...(node.kind === 'webhook' ? [node.url] : []),
  ...(node.kind === 'llm' ? [node.goal, node.facts, ...node.forbidden] : []),
];

/** So much stands before what was sought. */
const charsBefore = 6;

/** A text from a little before what was sought: the row is short, and it is to be seen there. */
export const fromFound = (text: string, wanted: string): string => {
  const at = text.toLowerCase().indexOf(wanted.trim().toLowerCase());
  return at > charsBefore ? `…${text.slice(at - charsBefore)}` : text;
};

/** Nodes, questions and intents whose name, sentences or words hold `wanted`. */
export const findIn = (plan: Plan, wanted: string): readonly Found[] => {
  const text = wanted.trim().toLowerCase();
  if (text === '') return [];
  const holds = (candidate: string) => candidate.toLowerCase().includes(text);
  const found = (kind: Found['kind'], id: string, name: string, texts: readonly string[]): readonly Found[] => {
    const where = texts.find(holds);
    return where !== undefined || holds(name) ? [{ kind, id, name, text: where ?? name }] : [];
  };
  return [
    ...plan.flows.flatMap(flow => flow.nodes.flatMap(node => found('node', node.id, node.name, textsOf(node)))),
    ...plan.knowledge.flatMap(item =>
      found('knowledge', item.id, item.name, [...item.answers, ...item.words, ...(item.likes ?? [])]),
    ),
    ...plan.intents.flatMap(intent =>
      found('intent', intent.id, intent.name, [...intent.words, ...(intent.likes ?? []), ...(intent.exact ?? [])]),
    ),
  ].slice(0, mostFound);
};
