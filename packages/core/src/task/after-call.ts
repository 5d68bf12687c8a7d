import type { CallState } from '../call/index.ts';
import { type CallFacts, type customerTypes, factHolds, type Level } from '../conversation/index.ts';

/**
 * Rules after a call (docs/after-call.md): what is done when a call of this kind has ended. All rules that hold act, in
 * their order; those of the merchant come before those of a task. Of what can be done once alone (a type of customer, a
 * place on the blacklist) the first that holds decides; the same message goes to the same place once.
 */
export interface AfterCallRule {
  readonly name: string;
  readonly when: readonly AfterCallCondition[];
  /** All conditions (the default), or one of them. */
  readonly match?: 'all' | 'any';
  readonly does: readonly AfterCallAction[];
}

/** What is counted in a talk and means the same in every plan; the nodes of one do not. */
export const afterCallCounts = ['talkMs', 'turns', 'refusals', 'questions'] as const;

export type AfterCallCondition = { readonly not?: boolean } & (
  | { readonly fact: 'level'; readonly in: readonly Level[] }
  | { readonly fact: 'state'; readonly in: readonly CallState[] }
  | { readonly fact: 'tag'; readonly tag: string }
  | { readonly fact: (typeof afterCallCounts)[number]; readonly atLeast?: number; readonly atMost?: number }
  | { readonly fact: 'answered'; readonly variable: string; readonly value?: string }
  | { readonly fact: 'hungUpBy'; readonly by: 'robot' | 'callee' }
  | { readonly fact: 'transferred' }
);

export type AfterCallAction =
  | { readonly do: 'webhook'; readonly endpoint: string }
  | { readonly do: 'notice'; readonly people: readonly string[] }
  | { readonly do: 'blacklist'; readonly reason: string }
  | { readonly do: 'sms'; readonly template: string }
  | { readonly do: 'customerType'; readonly type: (typeof customerTypes)[number] };

/** A call that has ended, as rules look at it. */
export interface EndedCall {
  readonly state: CallState;
  /** Null: it was not answered. */
  readonly level: Level | null;
  readonly tags: readonly string[];
  /** Null: nobody talked, or what was said is not kept. */
  readonly facts: CallFacts | null;
}

export interface WantedAction {
  /** The name of the rule. */
  readonly rule: string;
  readonly action: AfterCallAction;
}

/** Of a call in which nobody talked. */
const silent: CallFacts = {
  talkMs: 0,
  turns: 0,
  positives: 0,
  negatives: 0,
  refusals: 0,
  notUnderstood: 0,
  silences: 0,
  interruptions: 0,
  questions: 0,
  transferred: false,
  met: {},
  passed: [],
  answers: {},
  hungUpBy: 'platform',
};

const asWritten = (condition: AfterCallCondition, call: EndedCall): boolean => {
  switch (condition.fact) {
    case 'level':
      return call.level !== null && condition.in.includes(call.level);
    case 'state':
      return condition.in.includes(call.state);
    case 'tag':
      return call.tags.includes(condition.tag);
    default: {
      const { not: _, ...written } = condition;
      return factHolds(written, call.facts ?? silent);
    }
  }
};

const holds = ({ when, match }: AfterCallRule, call: EndedCall): boolean => {
  const one = (condition: AfterCallCondition) => asWritten(condition, call) !== (condition.not ?? false);
  if (when.length === 0) return true;
  return match === 'any' ? when.some(one) : when.every(one);
};

/** What must not be done twice. */
const keyOf = (action: AfterCallAction): string => {
  if (action.do === 'webhook') return `webhook ${action.endpoint}`;
  if (action.do === 'sms') return `sms ${action.template}`;
  return action.do === 'notice' ? `notice ${action.people.join(' ')}` : action.do;
};

/** What the rules want of this call, in order, nothing twice. */
export const actionsFor = (call: EndedCall, rules: readonly AfterCallRule[]): readonly WantedAction[] => {
  const done = new Set<string>();
  return rules
    .filter(rule => holds(rule, call))
    .flatMap(rule => rule.does.map(action => ({ rule: rule.name, action })))
    .filter(({ action }) => {
      const key = keyOf(action);
      if (done.has(key)) return false;
      done.add(key);
      return true;
    });
};
