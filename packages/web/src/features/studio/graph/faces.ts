import type { Condition, Plan, PlanFault, PlanNode } from '@lianxian/core';
import type { TFunction } from 'i18next';
import type { Exit } from './exits.ts';

/** What a node and its exits are called on the canvas, in the outline and in lists. */
export const exitLabel = (t: TFunction<'studio'>, { intents }: Pick<Plan, 'intents'>, { means }: Exit): string => {
  switch (means.kind) {
    case 'meaning':
      return t($ => $.exits.meaning[means.on]);
    case 'intent':
      return intents.find(({ id }) => id === means.id)?.name ?? t($ => $.exits.unknownIntent);
    case 'key':
      return means.label === '' ? t($ => $.exits.key, { key: means.key }) : `${means.key} ${means.label}`;
    case 'branch':
      return t($ => $.exits.branch, { number: means.number });
    case 'named':
      return means.name;
    default: {
      const { kind } = means;
      return t($ => $.exits[kind]);
    }
  }
};

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const conditionText = (t: TFunction<'studio'>, when: Condition): string => {
  if ('timeOfDay' in when) return `${clock(when.timeOfDay.from)}–${clock(when.timeOfDay.to)}`;
  const value = 'value' in when ? when.value : '';
  return `\${${when.variable}} ${t($ => $.canvas.when[when.is], { value })}`;
};

/** The two lines in the middle of a node, with variables as `${name}`. */
export const faceOf = (t: TFunction<'studio'>, plan: Pick<Plan, 'flows'>, node: PlanNode): string => {
  switch (node.kind) {
    case 'condition':
      return node.branches.map(({ when }) => conditionText(t, when)).join('；');
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

/** Where a fault is, by the id of the node it belongs to; null: not at a node. */
export const nodeOfFault = ({ where }: PlanFault): string | null =>
  where.startsWith('node:') ? where.slice('node:'.length) : null;
