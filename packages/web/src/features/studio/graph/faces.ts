import { exitWord } from '@lianxian/contract';
import {
  type Condition,
  type ConditionPart,
  conditionParts,
  exitName,
  mayLeaveBy,
  ownOf,
  type Plan,
  type PlanNode,
} from '@lianxian/core';
import type { TFunction } from 'i18next';
import { listed, saidLanguage } from '../../../text/said.ts';
import { dateTestText } from './date-text.ts';
import type { Way } from './exits.ts';

/** What a node and its exits are called on the canvas, in the outline and in lists. */
export const exitLabel = (
  t: TFunction<'studio'>,
  { intents }: Pick<Plan, 'intents'>,
  { exit, slot, label }: Way,
): string => {
  if (exit === '') return t($ => $.exits.exceeded);
  if (exit === 'holds') return t($ => $.exits.branch, { number: Number(slot.split('.')[1]) + 1 });
  const own = ownOf(exit);
  switch (own?.kind) {
    case 'intent':
      return intents.find(({ id }) => id === own.id)?.name ?? t($ => $.exits.unknownIntent);
    case 'key':
      return label === '' ? t($ => $.exits.key, { key: own.id }) : `${own.id} ${label}`;
    case 'exit':
      return label;
    default:
      return exitWord(saidLanguage(), exit);
  }
};

/** Exits whose word alone does not say when a node is left by them. */
export const isExplained = (exit: unknown): exit is 'other' | 'notUnderstood' =>
  exit === 'other' || exit === 'notUnderstood';

/** An exit of a trail, a rule or a figure as a word, its things called as the plan calls them now. */
export const wordOfExit = (plan: Plan, exit: string, node?: PlanNode): string =>
  exitWord(saidLanguage(), exit, exitName(plan, exit, node));

/** The exit a level rule looks for; null: its node has none like it. */
export const ruledExit = (plan: Plan, node: PlanNode | undefined, exit: string): string | null =>
  node && mayLeaveBy(plan, node, exit) ? wordOfExit(plan, exit, node) : null;

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const conditionText = (t: TFunction<'studio'>, when: Condition): string =>
  conditionParts(when)
    .map(part => partText(t, part))
    .join(` ${t($ => $.canvas.and)} `);

const partText = (t: TFunction<'studio'>, when: ConditionPart): string => {
  if ('timeOfDay' in when) return `${clock(when.timeOfDay.from)}–${clock(when.timeOfDay.to)}`;
  if (when.is === 'date') return `\${${when.variable}} ${dateTestText(t, when.date)}`;
  const value = 'value' in when ? when.value : '';
  return `\${${when.variable}} ${t($ => $.canvas.when[when.is], { value })}`;
};

/** The two lines in the middle of a node, with variables as `${name}`. */
export const faceOf = (t: TFunction<'studio'>, plan: Pick<Plan, 'flows'>, node: PlanNode): string => {
  switch (node.kind) {
    case 'condition':
      return listed(
        node.branches.map(({ when }) => conditionText(t, when)),
        'clauses',
      );
    case 'sms':
      return node.template;
    case 'webhook':
      return `${node.method} ${node.url.replace(/^https?:\/\//, '')}`;
    case 'goto':
      return t($ => $.canvas.goes, { flow: plan.flows.find(({ id }) => id === node.flow)?.name ?? '' });
    case 'llm':
      return node.goal || (node.sentences[0] ?? '');
    case 'collect':
      return t($ => $.canvas.keeps, { says: node.sentences[0] ?? '', variable: `\${${node.variable}}` });
    default:
      return node.sentences[0] ?? '';
  }
};
