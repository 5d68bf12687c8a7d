import { afterCallCounts } from '@lianxian/core';
import type { Action, Condition, Places } from './use-after-call.ts';

/** In the order in which people think of them. */
export const facts = [
  'level',
  'state',
  'tag',
  'answered',
  'talkMs',
  'turns',
  'refusals',
  'questions',
  'hungUpBy',
  'transferred',
] as const satisfies readonly Condition['fact'][];

export const freshCondition = (fact: Condition['fact']): Condition => {
  switch (fact) {
    case 'level':
      return { fact, in: ['A'] };
    case 'state':
      return { fact, in: ['answered'] };
    case 'tag':
      return { fact, tag: '' };
    case 'answered':
      return { fact, variable: '' };
    case 'hungUpBy':
      return { fact, by: 'callee' };
    case 'transferred':
      return { fact };
    default:
      return { fact, atLeast: fact === 'talkMs' ? 30_000 : 1 };
  }
};

type CountCondition = Extract<Condition, { fact: (typeof afterCallCounts)[number] }>;
export const isCount = (condition: Condition): condition is CountCondition =>
  afterCallCounts.some(fact => fact === condition.fact);

export const actions = [
  'webhook',
  'notice',
  'sms',
  'blacklist',
  'customerType',
] as const satisfies readonly Action['do'][];

export const freshAction = (kind: Action['do'], { endpoints, templates }: Places): Action => {
  switch (kind) {
    case 'webhook':
      return { do: kind, endpoint: endpoints[0]?.id ?? '' };
    case 'notice':
      return { do: kind, people: [] };
    case 'sms':
      return { do: kind, template: templates[0]?.id ?? '' };
    case 'blacklist':
      return { do: kind, reason: '' };
    case 'customerType':
      return { do: kind, type: 2 };
  }
};
