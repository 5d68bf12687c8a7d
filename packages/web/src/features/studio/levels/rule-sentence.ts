import type { LevelCondition, Plan } from '@lianxian/core';
import { getFixedT, type TFunction } from 'i18next';
import { dateTestText } from '../graph/date-text.ts';
import { nodeOf } from '../graph/edits.ts';
import { ruledExit } from '../graph/faces.ts';

type Words = TFunction<'learning'>;

const thingOf = (t: Words, name: string | undefined, id: string): string =>
  name ?? (id === '' ? t($ => $.levels.pick) : t($ => $.levels.gone));

const boundsOf = (t: Words, { atLeast, atMost }: { atLeast?: number; atMost?: number }, unit: number): string =>
  [
    atLeast !== undefined && `${t($ => $.levels.atLeast)} ${atLeast / unit}`,
    atMost !== undefined && `${t($ => $.levels.atMost)} ${atMost / unit}`,
  ]
    .filter(Boolean)
    .join(' ');

const detailOf = (t: Words, plan: Plan, condition: LevelCondition): string => {
  switch (condition.fact) {
    case 'passedNode':
      return thingOf(t, nodeOf(plan, condition.node)?.name, condition.node);
    case 'leftNode': {
      const node = nodeOf(plan, condition.node);
      const exit = thingOf(t, ruledExit(plan, node, condition.by) ?? undefined, condition.by);
      return `${thingOf(t, node?.name, condition.node)} · ${exit}`;
    }
    case 'metIntent': {
      const name = [...plan.intents, ...plan.knowledge].find(({ id }) => id === condition.intent)?.name;
      const times = condition.atLeast !== undefined && condition.atLeast > 1 ? ` ${boundsOf(t, condition, 1)}` : '';
      return `${thingOf(t, name, condition.intent)}${times}`;
    }
    case 'answered': {
      const label = plan.variables.find(({ name }) => name === condition.variable)?.label;
      return `${thingOf(t, label, condition.variable)}${condition.value === undefined ? '' : ` = ${condition.value}`}`;
    }
    case 'answeredDate': {
      const label = plan.variables.find(({ name }) => name === condition.variable)?.label;
      return `${thingOf(t, label, condition.variable)} ${dateTestText(getFixedT<'studio'>(null, 'studio'), condition.date)}`;
    }
    case 'hungUpBy':
      return t($ => $.levels.hangers[condition.by]);
    case 'transferred':
      return '';
    default:
      return condition.fact === 'talkMs'
        ? `${boundsOf(t, condition, 1_000)} ${t($ => $.levels.seconds)}`
        : boundsOf(t, condition, 1);
  }
};

/** One condition in words: 「经过节点 介绍课程」, 「通话时长 至少 30 秒」. */
export const conditionSentence = (t: Words, plan: Plan, condition: LevelCondition): string =>
  [condition.not && t($ => $.levels.not), t($ => $.levels.facts[condition.fact]), detailOf(t, plan, condition)]
    .filter(Boolean)
    .join(' ');
