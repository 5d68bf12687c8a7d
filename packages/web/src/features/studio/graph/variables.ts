import { planLimits } from '@lianxian/contract';
import {
  type ConditionPart,
  conditionParts,
  type Plan,
  type PlanNode,
  type PlanVariable,
  planSentences,
  variablesOf,
} from '@lianxian/core';

type Comparison = Extract<ConditionPart, { readonly value: string }>;

/** Who fills which variable, what one of them may hold, and how a new one comes to be. */
const nodesOf = (plan: Plan): readonly PlanNode[] => plan.flows.flatMap(({ nodes }) => nodes);

/** Variables that a node fills: with an answer of the callee, or of the world. */
const filledBy = (node: PlanNode): readonly string[] => {
  if (node.kind === 'collect') return [node.variable];
  return node.kind === 'webhook' ? node.keeps.map(({ variable }) => variable) : [];
};

/**
 * The first variable that nobody has a use for yet, empty where there is none: what one node keeps another one must not
 * write over by default, nor a name of the list that a sentence says.
 */
export const freeVariable = (plan: Plan): string => {
  const used = new Set([...nodesOf(plan).flatMap(filledBy), ...planSentences(plan).flatMap(variablesOf)]);
  return plan.variables.find(({ name }) => !used.has(name))?.name ?? '';
};

/** Values that the variable of a condition is known to take: the options of who asks for it, then what else it is held against. */
export const knownValues = (plan: Plan, held: Pick<Comparison, 'variable'>): readonly string[] => {
  const { variable } = held;
  const options = nodesOf(plan).flatMap(node =>
    node.kind === 'collect' && node.variable === variable && node.accepts.type === 'choice'
      ? node.accepts.options.map(({ value }) => value)
      : [],
  );
  const compared = nodesOf(plan)
    .flatMap(node => (node.kind === 'condition' ? node.branches : []))
    .flatMap(({ when }) => conditionParts(when))
    .flatMap(part =>
      part !== held && 'value' in part && part.variable === variable && isWhole(part.is) ? [part.value] : [],
    );
  const ruled = plan.levelRules
    .flatMap(({ when }) => when)
    .flatMap(rule => (rule.fact === 'answered' && rule.variable === variable ? [rule.value ?? ''] : []));
  return [...new Set([...options, ...compared, ...ruled])].filter(value => value.trim() !== '');
};

/** A value it may be, not one that it is less than or holds. */
export const isWhole = (is: string): boolean => is === 'equal' || is === 'notEqual';

export const hasRoomForVariable = ({ variables }: Plan): boolean => variables.length < planLimits.variables;

/** Its name stands in a sentence between braces. */
const nameOf = (label: string): string => label.replace(/[${}｛｝\s]+/g, '');

/** The plan with a variable that is called so, and its name; one that is called so already is that one. */
export const withVariable = (plan: Plan, label: string): { readonly plan: Plan; readonly name: string } => {
  const name = nameOf(label);
  const there = plan.variables.find(each => each.name === name || each.label === label);
  if (there || name === '' || !hasRoomForVariable(plan)) return { plan, name: there?.name ?? '' };
  const fresh: PlanVariable = { name, label, fallback: '', spoken: 'asWritten' };
  return { plan: { ...plan, variables: [...plan.variables, fresh] }, name };
};

/** What is typed of a variable right before the cursor: from where its brace begins to there, and its first letters. */
export interface Begun {
  readonly from: number;
  readonly to: number;
  readonly letters: string;
}

const mostLetters = 20;

/** Null: no brace is open there. One that is closed behind the cursor is a variable already. */
export const begunAt = (sentence: string, cursor: number): Begun | null => {
  const open = /\$?[{｛]([^{}｛｝，。！？、；：,.!?;:\s]*)$/.exec(sentence.slice(0, cursor));
  if (open === null || /^[^{}]*\}/.test(sentence.slice(cursor))) return null;
  const letters = open[1] ?? '';
  return letters.length > mostLetters ? null : { from: open.index, to: cursor, letters };
};
