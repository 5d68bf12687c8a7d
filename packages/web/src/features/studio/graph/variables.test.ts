import type { CollectNode, Plan, PlanNode } from '@lianxian/core';
import { describe, expect, test } from 'vitest';
import { freshNode } from './node-kinds.ts';
import { begunAt, freeVariable, knownValues, withVariable } from './variables.ts';

/** A variable as it stands in a sentence. */
const slot = (name: string): string => `\${${name}}`;
const collect = (variable: string, accepts: CollectNode['accepts'] = { type: 'text' }): CollectNode => ({
  ...{ kind: 'collect', id: `ask ${variable}`, name: '问', sentences: ['请问？'], variable, accepts },
  ...{ interruption: { when: 'never' }, routers: [] },
});
const webhook: PlanNode = {
  ...{
    kind: 'webhook',
    id: 'look',
    name: '查',
    url: '',
    method: 'GET',
    sends: ['spare'],
    timeoutMs: 1,
    done: '',
    failed: '',
  },
  keeps: [{ path: 'a', variable: 'state' }],
};
const greeting: PlanNode = { kind: 'hangup', id: 'bye', name: '再见', sentences: [`${slot('name')}再见。`] };
const planOf = (variables: readonly string[], nodes: readonly PlanNode[]): Plan => ({
  ...{ name: '', rootFlow: 'f', intents: [], knowledge: [], levelRules: [] },
  variables: variables.map(name => ({ name, label: `${name}的叫法`, fallback: '', spoken: 'asWritten' })),
  flows: [{ id: 'f', name: '', rootNode: '', nodes }],
  defaults: {
    ...{ silence: { ms: 1, sentences: [] }, notUnderstood: { sentences: [] } },
    ...{ longestMs: 1, mostTurns: 1, announcement: '' },
  },
});
const all = ['name', 'age', 'state', 'spare'];

describe('what a new node keeps its answer in', () => {
  test.each([
    ['nobody has a use for', all, 'spare'],
    ['is filled by nobody else, or in none', ['name', 'age', 'state'], ''],
    ['is there at all', [], ''],
  ])('the first variable that %s', (_, variables, expected) => {
    const plan = planOf(variables, [greeting, collect('age'), webhook]);
    expect(freeVariable(plan)).toBe(expected);
    expect(freshNode('collect', '问', { x: 0, y: 0 }, plan)).toMatchObject({ variable: expected });
  });
});

test('a variable is known to take the options of who asks for it, and what it is held against elsewhere', () => {
  const options = ['金卡', '银卡'].map(value => ({ value, words: [value] }));
  const own = { variable: 'age', is: 'equal', value: '自己写的' } as const;
  const decide: PlanNode = {
    ...{ kind: 'condition', id: 'which', name: '看', otherwise: '' },
    branches: [
      { when: own, to: '' },
      {
        when: { all: [{ variable: 'age', is: 'notEqual', value: '普通' }, { timeOfDay: { from: 0, to: 1 } }] },
        to: '',
      },
      { when: { variable: 'age', is: 'contains', value: '卡' }, to: '' },
      { when: { variable: 'name', is: 'equal', value: '别人' }, to: '' },
    ],
  };
  const plan = planOf(all, [collect('age', { type: 'choice', options }), decide]);
  const ruled: Plan = {
    ...plan,
    levelRules: [{ level: 'A', name: '', when: [{ fact: 'answered', variable: 'age', value: '黑卡' }] }],
  };
  expect(knownValues(ruled, own)).toEqual(['金卡', '银卡', '普通', '黑卡']);
  expect(knownValues(ruled, { variable: 'state' })).toEqual([]);
});

describe('a variable is made', () => {
  const plan = planOf(['name'], []);
  test('by what it is called, without what would end its place in a sentence', () => {
    const { plan: after, name } = withVariable(plan, '到店 {日期}');
    expect([name, after.variables.at(-1)]).toEqual([
      '到店日期',
      { name: '到店日期', label: '到店 {日期}', fallback: '', spoken: 'asWritten' },
    ]);
  });

  test.each(['name', 'name的叫法'])('unless one is called so: %s', label => {
    expect(withVariable(plan, label)).toEqual({ plan, name: 'name' });
  });

  test('unless there are as many as a plan has', () => {
    const full = planOf(
      Array.from({ length: 100 }, (_, at) => `v${at}`),
      [],
    );
    expect(withVariable(full, '再一个')).toEqual({ plan: full, name: '' });
  });
});

test.each([
  ['您好，{|', { from: 3, to: 4, letters: '' }],
  ['您好，${|再见', { from: 3, to: 5, letters: '' }],
  ['{姓|', { from: 0, to: 2, letters: '姓' }],
  ['｛姓名|', { from: 0, to: 3, letters: '姓名' }],
  ['您好|', null],
  [`您好，${slot('na|me')}`, null],
  [`您好，${slot('name')}|`, null],
  ['用{括号，后面|', null],
])('a brace before the cursor asks for a variable: %s', (typed, expected) => {
  expect(begunAt(typed.replace('|', ''), typed.indexOf('|'))).toEqual(expected);
});
