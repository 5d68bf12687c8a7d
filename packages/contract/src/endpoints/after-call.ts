import { type AfterCallAction, afterCallCounts, callStates, customerTypes, levels, sides } from '@lianxian/core';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, oneLine } from '../fields.ts';
import { callStateWord, levelWord } from './calls.ts';

export const afterCallLimits = {
  ...{ rules: 20, conditions: 10, actions: 6, people: 20, looked: 200, shown: 50 },
  /** Characters of what is typed, and the least that is counted. */
  ...{ nameChars: 50, valueChars: 200, reasonChars: 100, least: 0 },
} as const;

const not = { not: z.boolean().exactOptional() };
const count = z.number().min(afterCallLimits.least).max(1e9).exactOptional();
const condition = z.discriminatedUnion('fact', [
  z.object({ ...not, fact: z.literal('level'), in: z.array(levelWord).min(1).max(levels.length) }),
  z.object({ ...not, fact: z.literal('state'), in: z.array(callStateWord).min(1).max(callStates.length) }),
  z.object({ ...not, fact: z.literal('tag'), tag: oneLine.trim().min(1).max(afterCallLimits.nameChars) }),
  z.object({ ...not, fact: z.enum(afterCallCounts), atLeast: count, atMost: count }),
  z.object({
    ...not,
    fact: z.literal('answered'),
    variable: oneLine.trim().min(1).max(afterCallLimits.nameChars),
    value: oneLine.trim().max(afterCallLimits.valueChars).exactOptional(),
  }),
  z.object({ ...not, fact: z.literal('hungUpBy'), by: z.enum(sides) }),
  z.object({ ...not, fact: z.literal('transferred') }),
]);

const action = z.discriminatedUnion('do', [
  z.object({ do: z.literal('webhook'), endpoint: id }),
  /** Nobody named: whoever may control the task. */
  z.object({ do: z.literal('notice'), people: z.array(id).max(afterCallLimits.people) }),
  z.object({ do: z.literal('blacklist'), reason: oneLine.trim().min(1).max(afterCallLimits.reasonChars) }),
  /** Of a text message, by its template. */
  z.object({ do: z.literal('sms'), template: id }),
  z.object({ do: z.literal('customerType'), type: z.literal(customerTypes) }),
]);

const rule = z.object({
  name: oneLine.trim().min(1).max(afterCallLimits.nameChars),
  when: z.array(condition).max(afterCallLimits.conditions),
  match: z.enum(['all', 'any']).exactOptional(),
  does: z.array(action).min(1).max(afterCallLimits.actions),
});
const rules = z.array(rule).max(afterCallLimits.rules);

/** What rules did after a call, as its row keeps it. */
export interface AfterCallDone {
  /** Of the rules of the merchant and of the task; null: there were none. */
  readonly versions: { readonly merchant: number | null; readonly task: number | null };
  readonly did: readonly {
    readonly rule: string;
    readonly do: AfterCallAction['do'];
    /** `gone`: its endpoint is not there any more. */
    readonly result: 'done' | 'gone';
    /** Of a text message: which. */
    readonly message?: string;
    /** Of a webhook: its delivery. */
    readonly delivery?: string;
  }[];
}

const right = { needs: 'button', button: 'task:control' } as const;
const ofTask = { /** Left out: the merchant's, for all its calls. */ taskId: id.optional() };
const saved = z.object({ version: z.number().int(), by: z.string(), at: z.string() });

/** What happens after a call (docs/after-call.md). */
export const afterCallEndpoints = {
  rules: endpoint({
    path: 'afterCall/rules',
    right,
    input: z.object(ofTask),
    output: z.object({
      rules,
      /** 0: nobody saved any. */
      version: z.number().int(),
      /** The newest versions, at most twenty. */
      versions: z.array(saved),
      /** Where an action may lead to. */
      endpoints: z.array(z.object({ id, name: z.string() })),
      people: z.array(z.object({ id, name: z.string() })),
      /** Text messages that may be sent. */
      templates: z.array(z.object({ id, name: z.string() })),
      /** Whoever sees not all data changes those of his tasks alone. */
      mayChange: z.boolean(),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'The rules after a call, of the merchant or of a task.',
  }),
  save: endpoint({
    path: 'afterCall/save',
    right,
    input: z.object({ ...ofTask, rules, /** That was changed. */ version: z.coerce.number().int().min(0) }),
    output: z.object({ version: z.number().int() }),
    idempotent: false,
    summary: 'Saves them as a new version; calls that end from then on keep to it.',
  }),
  tryOut: endpoint({
    path: 'afterCall/tryOut',
    right,
    input: z.object({ ...ofTask, rules }),
    output: z.object({
      /** Calls that were looked at. */
      looked: z.number().int(),
      /** Of them, how many a rule holds for. */
      acted: z.number().int(),
      actions: z.array(z.object({ do: z.string(), calls: z.number().int() })),
      /** The newest of those a rule holds for. */
      list: z.array(
        z.object({
          id,
          phone: z.string(),
          state: callStateWord,
          level: levelWord.nullable(),
          endedAt: z.string(),
          rules: z.array(z.string()),
          does: z.array(z.string()),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    rateCost: 2,
    shows: 'phones',
    summary: 'What these rules would have done after the last 200 calls; nothing is carried out.',
  }),
} as const;
